import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

/** A release in lists of many releases: some hundred bytes, independent of its metadata. */
const ListedRelease = z.object({
  version: z.string(),
  /** The ecosystem's own summary. Null if it was never created: then the complete metadata has the facts. */
  listed: z.record(z.string(), z.unknown()).nullable(),
});
export type ListedRelease = z.infer<typeof ListedRelease>;

/** Published releases about a version, newest first. */
export async function listReleasesAbout(
  db: Queryable,
  packageId: string,
  subject: string,
  window: { offset: number; limit: number },
): Promise<readonly ListedRelease[]> {
  return db.any(sql.type(ListedRelease)`
    select releases.version, release_metadata.listed
    from releases left join release_metadata on release_metadata.release_id = releases.id
    where releases.package_id = ${packageId} and releases.subject = ${subject}
      and releases.state = 'published'
    order by releases.published_at desc, releases.id desc
    offset ${window.offset} limit ${window.limit}`);
}

/** The published releases among these, in no particular order. */
export async function listListedReleases(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<readonly ListedRelease[]> {
  return db.any(sql.type(ListedRelease)`
    select releases.version, release_metadata.listed
    from releases left join release_metadata on release_metadata.release_id = releases.id
    where releases.package_id = ${packageId} and releases.state = 'published'
      and releases.version_key = any(${sql.array([...versionKeys], 'text')})`);
}

const Member = z.object({ version: z.string(), text: z.string() });

/** JSON of one member of the metadata of each of these published releases; the caller must bound the total size. */
export async function readMetadataMember(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
  member: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.any(sql.type(Member)`
    select releases.version, (release_metadata.publication #> array['metadata', ${member}])::text as text
    from releases join release_metadata on release_metadata.release_id = releases.id
    where releases.package_id = ${packageId} and releases.state = 'published'
      and releases.version_key = any(${sql.array([...versionKeys], 'text')})
      and release_metadata.publication #> array['metadata', ${member}] is not null`);
  return new Map(rows.map(({ version, text }) => [version, text]));
}

const Entry = z.object({ value: z.string() });

/** The entries of a list in the metadata of a published release: one text member of each entry, without duplicates. */
export async function listMetadataEntries(
  db: Queryable,
  release: { packageId: string; versionKey: string },
  { list, member }: { list: string; member: string },
  window: { offset: number; limit: number },
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(Entry)`
    select entry.value ->> ${member} as value
    from releases
    join release_metadata on release_metadata.release_id = releases.id
    cross join jsonb_array_elements(release_metadata.publication #> array['metadata', ${list}])
      with ordinality as entry (value, place)
    where releases.package_id = ${release.packageId} and releases.version_key = ${release.versionKey}
      and releases.state = 'published'
    group by 1 order by min(entry.place)
    offset ${window.offset} limit ${window.limit}`);
  return rows.map(({ value }) => value);
}
