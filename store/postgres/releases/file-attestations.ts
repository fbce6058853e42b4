import { z } from 'zod';
import { type FileStanding, Voucher } from '../../../domain/file-standing.ts';
import { type Queryable, sql } from '../pool.ts';

/** Replaces the facts of an earlier look at the file. */
export async function saveStanding(
  db: Queryable,
  releaseId: string,
  filename: string,
  { vouchers, installScripts }: FileStanding,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into file_standings (release_id, filename, vouchers, install_scripts)
    values (${releaseId}, ${filename}, ${sql.array(vouchers, 'text')}, ${installScripts})
    on conflict (release_id, filename) do update
    set vouchers = excluded.vouchers, install_scripts = excluded.install_scripts`);
}

/** The number of scripts that run on an install of files of the release `releases`. */
export const installScriptsOfRelease = sql.fragment`coalesce((
  select sum(file_standings.install_scripts)::int from file_standings
  where file_standings.release_id = releases.id), 0)`;

const Vouched = z.object({ releaseId: z.string(), vouchers: z.array(Voucher) });

/** The vouchers of at least one file of a release, by the id of the release. */
export async function listVouchers(
  db: Queryable,
  releaseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Voucher[]>> {
  if (releaseIds.length === 0) return new Map();
  const rows = await db.any(sql.type(Vouched)`
    select file_standings.release_id, array_agg(distinct voucher.name order by voucher.name) as vouchers
    from file_standings cross join lateral unnest(file_standings.vouchers) as voucher (name)
    where file_standings.release_id = any(${sql.array([...releaseIds], 'uuid')})
    group by file_standings.release_id`);
  return new Map(rows.map(({ releaseId, vouchers }) => [releaseId, vouchers]));
}
