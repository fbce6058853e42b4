import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

const Linked = z.object({ digest: z.string() });

/**
 * Links a release to parts that its publisher, or another user who may publish there, uploaded to the name, or that
 * another release of the package refers to. Returns all other parts; their rows can't be removed during the
 * transaction.
 */
export async function linkParts(
  db: Queryable,
  release: {
    id: string;
    packageId: string;
    ecosystem: EcosystemId;
    nameKey: string;
    /** Null: parts of every uploader, because the package exists and the publisher may publish it. */
    broughtBy: string | null;
  },
  digests: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(digests)];
  const linked = await db.any(sql.type(Linked)`
    with brought as (
      select package_blobs.digest, package_blobs.sha256, package_blobs.size_bytes from package_blobs
      where package_blobs.ecosystem = ${release.ecosystem} and package_blobs.name_key = ${release.nameKey}
        and package_blobs.digest = any(${sql.array(wanted, 'text')})
        and (${release.broughtBy}::uuid is null or package_blobs.uploaded_by = ${release.broughtBy}::uuid)
      for share),
    known as (
      select release_blobs.digest, release_blobs.sha256, release_blobs.size_bytes from release_blobs
      where release_blobs.package_id = ${release.packageId}
        and release_blobs.digest = any(${sql.array(wanted, 'text')})
      for share)
    insert into release_blobs (release_id, package_id, digest, sha256, size_bytes)
    select distinct on (found.digest) ${release.id}::uuid, ${release.packageId}::uuid, found.digest,
      found.sha256, found.size_bytes
    from (select * from brought union all select * from known) as found
    on conflict (release_id, digest) do update set size_bytes = excluded.size_bytes
    returning release_blobs.digest`);
  const found = new Set(linked.map(({ digest }) => digest));
  return wanted.filter((digest) => !found.has(digest));
}
