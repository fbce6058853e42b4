import { z } from 'zod';
import { latestTag } from '../../../domain/latest-tag.ts';
import { type Queryable, sql } from '../pool.ts';

/** The number of newest releases for a page and a search hit: several, because some may have been withdrawn. */
const newestReleases = 10;

type Fragment = ReturnType<typeof sql.fragment>;

/** JSON text built by the database: rendering threads parse it, outside of the event loop. */
const wholeText = sql.fragment`
  json_build_object(
    'id', releases.id, 'packageId', releases.package_id, 'version', releases.version,
    'versionKey', releases.version_key, 'state', releases.state, 'statusReason', releases.status_reason,
    'isYanked', releases.is_yanked, 'yankReason', releases.yank_reason,
    'isDeprecated', releases.is_deprecated, 'deprecationMessage', releases.deprecation_message,
    'isPrerelease', releases.is_prerelease, 'publishedBy', releases.published_by,
    'uploadedAt', releases.uploaded_at, 'publishedAt', releases.published_at,
    'metadata', coalesce(release_metadata.publication -> 'metadata', '{}'),
    'artifacts', coalesce((
      select json_agg(jsonb_build_object(
        'id', artifacts.id, 'kind', artifacts.kind, 'filename', artifacts.filename,
        'contentType', artifacts.content_type, 'sizeBytes', artifacts.size_bytes,
        'sha256', artifacts.sha256, 'sha512', artifacts.sha512, 'sha1', artifacts.sha1,
        'md5', artifacts.md5, 'uploadedAt', artifacts.uploaded_at)
        || case when artifacts.metadata is null then '{}' else jsonb_build_object('metadata', artifacts.metadata) end
        order by artifacts.filename)
      from artifacts where artifacts.release_id = releases.id), '[]'),
    'signatures', coalesce((
      select json_agg(json_build_object(
        'keyId', release_signatures.key_id, 'signature', release_signatures.signature)
        order by release_signatures.key_id)
      from release_signatures where release_signatures.release_id = releases.id), '[]'))::text`;

const published = (packageId: string) =>
  sql.fragment`releases.package_id = ${packageId} and releases.state = 'published'`;
const firstPublished = sql.fragment`releases.published_at nulls last, releases.uploaded_at, releases.id`;

const bytesOf = sql.fragment`coalesce(octet_length((release_metadata.publication -> 'metadata')::text), 0)`;

const Whole = z.object({ release: z.string().nullable(), bytes: z.number() });

/** All published releases in publication order; null if their total metadata exceeds `maxBytes`. */
export async function listWhole(
  db: Queryable,
  packageId: string,
  maxBytes: number,
): Promise<string[] | null> {
  const rows = await db.any(sql.type(Whole)`
    with measured as materialized (
      select coalesce(sum(coalesce(releases.metadata_bytes, ${bytesOf})), 0) as bytes
      from releases left join release_metadata on release_metadata.release_id = releases.id
      where ${published(packageId)})
    select measured.bytes, case when measured.bytes <= ${maxBytes} then ${wholeText} end as release
    from measured
    join releases on ${published(packageId)}
    left join release_metadata on release_metadata.release_id = releases.id
    order by ${firstPublished}`);
  const texts = rows.flatMap(({ release }) => release ?? []);
  return texts.length === rows.length ? texts : null;
}

const Keyed = z.object({ versionKey: z.string(), release: z.string() });

/** The releases with these version keys. */
export async function listWholeOf(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<Map<string, string>> {
  if (versionKeys.length === 0) return new Map();
  const rows = await db.any(sql.type(Keyed)`
    select releases.version_key, ${wholeText} as release
    from releases
    left join release_metadata on release_metadata.release_id = releases.id
    where ${published(packageId)} and releases.version_key = any(${sql.array([...versionKeys], 'text')})`);
  return new Map(rows.map(({ versionKey, release }) => [versionKey, release]));
}

const Sized = z.object({ bytes: z.number() });

/** The total size of the metadata of some releases. */
export async function sumBytes(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<number> {
  const { bytes } = await db.one(sql.type(Sized)`
    select coalesce(sum(releases.metadata_bytes), 0) as bytes from releases
    where ${published(packageId)} and releases.version_key = any(${sql.array([...versionKeys], 'text')})`);
  return bytes;
}

/**
 * Milliseconds: numbers are faster to write and parse than formatted times. Fractions are dropped, as by their
 * readers.
 */
const milliseconds = (time: Fragment) => sql.fragment`floor(extract(epoch from ${time}) * 1000)`;

/** The members that `rendering/input.ts` reads, in the same order. */
const summary = (listed: Fragment) => sql.fragment`
  json_build_array(releases.stamp, releases.metadata_bytes, releases.version, releases.version_key,
    releases.is_yanked, releases.yank_reason, releases.is_deprecated, releases.deprecation_message,
    releases.is_prerelease, ${milliseconds(sql.fragment`releases.uploaded_at`)},
    ${milliseconds(sql.fragment`releases.published_at`)}, ${listed})`;

const nothingListed = sql.fragment`null`;
const whatIsListed = sql.fragment`(
  select coalesce(release_metadata.listed, release_metadata.publication -> 'metadata')
  from release_metadata where release_metadata.release_id = releases.id)`;

const Summaries = z.object({ summaries: z.string(), unmeasured: z.number() });

/** JSON of the summaries of all published releases, in publication order. */
export async function listSummaries(db: Queryable, packageId: string, isListed: boolean): Promise<string> {
  const { summaries, unmeasured } = await db.one(sql.type(Summaries)`
    select coalesce(json_agg(${summary(isListed ? whatIsListed : nothingListed)} order by ${firstPublished}), '[]')::text
        as summaries,
      count(*) filter (where releases.stamp is null or releases.metadata_bytes is null) as unmeasured
    from releases where ${published(packageId)}`);
  if (unmeasured === 0) return summaries;
  await measure(db, packageId);
  return listSummaries(db, packageId, isListed);
}

/**
 * JSON of the summaries of the last published releases and of the one tagged `latest`. Unlisted metadata of older
 * versions is unknown.
 */
export async function listNewest(db: Queryable, packageId: string): Promise<string> {
  const listed = sql.fragment`coalesce(release_metadata.listed, '{}')`;
  const { summaries } = await db.one(sql.type(Summaries.pick({ summaries: true }))`
    select coalesce(json_agg(${summary(listed)} order by ${firstPublished}), '[]')::text as summaries
    from (
      (select releases.* from releases where ${published(packageId)}
        order by releases.published_at desc, releases.uploaded_at desc, releases.id desc
        limit ${newestReleases})
      union
      (select releases.* from dist_tags join releases on releases.id = dist_tags.release_id
        where dist_tags.package_id = ${packageId} and dist_tags.name = ${latestTag}
          and releases.state = 'published')) as releases
    left join release_metadata on release_metadata.release_id = releases.id`);
  return summaries;
}

/** Stores stamps and sizes of releases that are older than these columns. */
async function measure(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update releases
    set stamp = coalesce(releases.stamp, nextval('release_stamps')),
      metadata_bytes = coalesce(releases.metadata_bytes, measured.bytes)
    from (
      select releases.id, ${bytesOf} as bytes
      from releases left join release_metadata on release_metadata.release_id = releases.id
      where ${published(packageId)}) as measured
    where releases.id = measured.id and (releases.stamp is null or releases.metadata_bytes is null)`);
}
