import type { FileStanding } from '../../../domain/file-standing.ts';
import { type Queryable, sql } from '../pool.ts';

/** In the place of what an earlier look at the file has left. */
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

/** How many scripts run when somebody installs files of the release that `releases` stands for. */
export const installScriptsOfRelease = sql.fragment`coalesce((
  select sum(file_standings.install_scripts)::int from file_standings
  where file_standings.release_id = releases.id), 0)`;
