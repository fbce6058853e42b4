import { z } from 'zod';
import { type Pool, sql } from '../pool.ts';
import { lockPackages } from './packages.ts';

const Refreshed = z.object({ packageId: z.string() });

/** Adds counts by release to today's rows and to the totals of releases and packages. */
export async function addDownloads(pool: Pool, counts: ReadonlyMap<string, number>): Promise<void> {
  // sorted: two replicas that flush at the same time lock the rows in the same order
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const batch = sql.unnest(rows, ['uuid', 'int8']);
  await pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`
      insert into download_counts (release_id, day, count)
      select releases.id, (now() at time zone 'utc')::date, batch.count
      from ${batch} as batch (release_id, count)
      join releases on releases.id = batch.release_id
      on conflict (release_id, day) do update set count = download_counts.count + excluded.count`);
    await tx.query(sql.typeAlias('void')`
      insert into release_downloads (release_id, count)
      select releases.id, batch.count
      from ${batch} as batch (release_id, count)
      join releases on releases.id = batch.release_id
      on conflict (release_id) do update set count = release_downloads.count + excluded.count`);
    const releases = sql.array(
      rows.map(([id]) => id),
      'uuid',
    );
    await lockPackages(
      tx,
      sql.fragment`packages.id in (select releases.package_id from releases where releases.id = any(${releases}))`,
    );
    await tx.query(sql.typeAlias('void')`
      update packages set download_count = packages.download_count + totals.count
      from (
        select releases.package_id, sum(batch.count)::int8 as count
        from ${batch} as batch (release_id, count)
        join releases on releases.id = batch.release_id
        group by releases.package_id) as totals
      where packages.id = totals.package_id`);
  });
}

/**
 * Updates the counts in search entries of packages that were downloaded since the last call. Returns their number: if
 * it equals `limit`, more packages are left.
 */
export async function refreshDownloads(pool: Pool, limit: number): Promise<number> {
  const refreshed = await pool.any(sql.type(Refreshed)`
    with behind as (
      select packages.id, packages.download_count from packages
      join search_documents on search_documents.package_id = packages.id
      where search_documents.counted_downloads <> packages.download_count
      order by packages.id
      limit ${limit})
    update search_documents
    set download_count = behind.download_count, counted_downloads = behind.download_count,
      version_downloads = coalesce((
        select jsonb_object_agg(releases.version_key, release_downloads.count)
        from releases join release_downloads on release_downloads.release_id = releases.id
        where releases.package_id = behind.id), '{}')
    from behind
    where search_documents.package_id = behind.id
    returning search_documents.package_id`);
  return refreshed.length;
}
