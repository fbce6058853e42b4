import { type Queryable, sql } from '../../store/postgres/pool.ts';

/**
 * Copies the first release of a package to other versions, published right after each other, as rows of a database
 * from before stamps and measures.
 */
export async function copyReleases(
  db: Queryable,
  packageId: string,
  versions: readonly string[],
): Promise<void> {
  await db.query(sql.unsafe`
    with origin as (
      select releases.* from releases where releases.package_id = ${packageId}
      order by releases.published_at, releases.id limit 1),
    copies as (
      insert into releases (id, package_id, version, version_key, state, published_by, upload_id, upload_sha256,
        workflow_id, uploaded_at, published_at, stamp)
      select gen_random_uuid(), origin.package_id, wanted.version, wanted.version, 'published', origin.published_by,
        gen_random_uuid(), origin.upload_sha256, 'copied', origin.uploaded_at,
        origin.published_at + wanted.place * interval '1 microsecond', null
      from origin, unnest(${sql.array([...versions], 'text')}) with ordinality as wanted (version, place)
      returning id, version),
    files as (
      insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
      select gen_random_uuid(), copies.id, artifacts.kind, copies.version || '-' || artifacts.filename,
        artifacts.content_type, artifacts.size_bytes, artifacts.sha256, artifacts.sha512, artifacts.sha1, artifacts.md5
      from copies, origin join artifacts on artifacts.release_id = origin.id)
    insert into release_metadata (release_id, ecosystem, publication, files, listed)
    select copies.id, release_metadata.ecosystem,
      jsonb_set(release_metadata.publication, '{metadata,manifest,version}', to_jsonb(copies.version), false),
      release_metadata.files, release_metadata.listed
    from copies, origin join release_metadata on release_metadata.release_id = origin.id`);
}
