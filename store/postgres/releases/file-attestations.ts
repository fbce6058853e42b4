import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';
import { type FileStanding, Voucher } from '../../../domain/file-standing.ts';
import { type Queryable, sql } from '../pool.ts';

/** Replaces the facts of an earlier inspection of the file. */
export async function saveFileStanding(
  db: Queryable,
  releaseId: string,
  filename: string,
  { vouchers, installScripts, build, licenses = [], variantOf }: FileStanding,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into file_standings (release_id, filename, vouchers, install_scripts, build, licenses, variant_of)
    values (${releaseId}, ${filename}, ${sql.array(vouchers, 'text')}, ${installScripts},
      ${build === undefined ? null : sql.jsonb(build)}, ${sql.array(licenses, 'text')}, ${variantOf ?? null})
    on conflict (release_id, filename) do update
    set vouchers = excluded.vouchers, install_scripts = excluded.install_scripts, build = excluded.build,
      licenses = excluded.licenses, variant_of = excluded.variant_of`);
}

/** The number of scripts that run at installation of files of the release `releases`. */
export const installScriptsOfRelease = sql.fragment`coalesce((
  select sum(file_standings.install_scripts)::int from file_standings
  where file_standings.release_id = releases.id), 0)`;

const Vouched = z.object({ releaseId: z.string(), vouchers: z.array(Voucher) });

/** The vouchers that at least one file of a release has, by release id. */
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

const Built = z.object({ filename: z.string(), build: FileBuild });

/** The builds of files of a release, by file name; only for files whose attestation names a build. */
export async function listFileBuilds(
  db: Queryable,
  releaseId: string,
): Promise<ReadonlyMap<string, FileBuild>> {
  const rows = await db.any(sql.type(Built)`
    select file_standings.filename, file_standings.build from file_standings
    where file_standings.release_id = ${releaseId} and file_standings.build is not null`);
  return new Map(rows.map(({ filename, build }) => [filename, build]));
}
