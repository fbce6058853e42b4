import { expect, it } from 'vitest';
import { statuses } from '../../../chess/outcome.ts';
import {
  type ArchiveFilter,
  countArchives,
  deleteArchive,
  listArchives,
  measureStorage,
} from '../../../store/postgres/chess/game-archives.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { type Pool, sql } from '../../../store/postgres/pool.ts';
import { holdLock } from '../../support/database.ts';
import { AnyRow } from '../../support/management.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0010' });

const kinds = [
  ['WhiteWins', 'Checkmate'],
  ['BlackWins', 'Resignation'],
  ['Draw', 'Stalemate'],
  ['Draw', 'DrawAgreement'],
  [null, 'Aborted'],
] as const;

/** Inserts rows that look like those of finished games. */
async function add(count: number, [result, reason]: (typeof kinds)[number]): Promise<void> {
  await rows.pool.query(sql.typeAlias('void')`
    insert into game_archives (game_id, content, move_count, result, end_reason, started_at, ended_at, raw_bytes,
      compressed_bytes, turn, fullmove_number)
    select gen_random_uuid(), '', 0, ${result}, ${reason}, now(), now() - n * interval '1 minute', 0, 7, 'white', 1
    from generate_series(1, ${count}) as n`);
}

/** Compares the reported total with the real one, for every kind of list. */
async function compare(): Promise<void> {
  const filters: ArchiveFilter[] = [
    {},
    ...statuses.map((status) => ({ status })),
    ...(['WhiteWins', 'BlackWins', 'Draw'] as const).map((result) => ({ result })),
  ];
  for (const filter of filters) {
    const listed = (await listArchives(rows.pool, filter, null)).length;
    expect(await countArchives(rows.pool, filter), JSON.stringify(filter)).toBe(listed);
  }
  const all = await listArchives(rows.pool, {}, null);
  expect(await measureStorage(rows.pool)).toMatchObject({
    archivedCount: all.length,
    archiveBytes: all.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
  });
}

it('what was archived before there were totals is in them', async () => {
  for (const [index, kind] of kinds.entries()) await add(index + 1, kind);

  await migrate(rows.url, 'migrations');

  await compare();
  expect(await countArchives(rows.pool, {})).toBe(15);
});

it('totals are those of the rows, whatever happens at once', async () => {
  await Promise.all([...kinds, ...kinds, ...kinds].map((kind) => add(20, kind)));
  const all = await listArchives(rows.pool, {}, null);

  await Promise.all([
    ...all.filter((_, index) => index % 3 === 0).map(({ id }) => deleteArchive(rows.pool, id)),
    ...kinds.map((kind) => add(5, kind)),
    // a rolled-back change leaves no trace in the totals
    rows.pool
      .transaction(async (tx) => {
        await tx.query(sql.typeAlias('void')`delete from game_archives`);
        throw new Error('taken back');
      })
      .catch(() => undefined),
  ]);
  await rows.pool.query(sql.typeAlias('void')`
    update game_archives set end_reason = 'Timeout', compressed_bytes = 9 where end_reason = 'DrawAgreement'`);

  await compare();
  expect(await countArchives(rows.pool, {})).toBeGreaterThan(0);
});

it('totals are read without looking at the games', async () => {
  const lock = await holdLock(rows.url, 'lock table game_archives in access exclusive mode');

  try {
    const { archivedCount } = await measureStorage(rows.pool);

    expect(await countArchives(rows.pool, { result: 'Draw' })).toBeLessThan(archivedCount);
  } finally {
    await lock.release();
  }
});

it.each([
  ['game_archives_result', { result: 'BlackWins' } as const],
  ['game_archives_end_reason', { status: 'stalemate' } as const],
])('%s finds the newest of a rare kind', async (index, filter) => {
  await add(9_000, kinds[0]);
  await rows.pool.query(sql.typeAlias('void')`analyze game_archives`);
  const plans: string[] = [];
  const explaining = new Proxy(rows.pool, {
    get(target, name) {
      if (name !== 'any') return Reflect.get(target, name) as unknown;
      return async (query: Parameters<Pool['any']>[0]) => {
        const { rows: plan } = await target.query({ ...query, sql: `explain ${query.sql}`, parser: AnyRow });
        plans.push(JSON.stringify(plan));
        return [];
      };
    },
  });

  await listArchives(explaining, filter, { offset: 0, limit: 50 });

  expect(plans.join()).toContain(index);
});

it('nothing is counted of a table that was emptied', async () => {
  await rows.pool.query(sql.typeAlias('void')`truncate game_archives`);

  await compare();
  expect(await countArchives(rows.pool, {})).toBe(0);
});
