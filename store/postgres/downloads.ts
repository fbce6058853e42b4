import type { Pool } from './pool.ts';
import { sql } from './pool.ts';

/** Adds counts by release to today's rows and to the totals of their packages. */
export async function addDownloads(pool: Pool, counts: ReadonlyMap<string, number>): Promise<void> {
  // sorted: two replicas that flush at once take the row locks in the same order
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
      update packages set download_count = packages.download_count + totals.count
      from (
        select releases.package_id, sum(batch.count)::int8 as count
        from ${batch} as batch (release_id, count)
        join releases on releases.id = batch.release_id
        group by releases.package_id) as totals
      where packages.id = totals.package_id`);
  });
}
