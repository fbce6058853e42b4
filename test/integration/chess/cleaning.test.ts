import { asyncLocalStorage, type Context } from '@temporalio/activity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanChess } from '../../../activities/clean-chess.ts';
import { abortIdleGame, listIdleGames } from '../../../store/postgres/chess/finish-game.ts';
import { listEventsSince } from '../../../store/postgres/chess/game-events.ts';
import { deleteOldKeys } from '../../../store/postgres/idempotency.ts';
import { deleteOldEvents } from '../../../store/postgres/chess/old-events.ts';
import { type Pool, sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

/** The hourly activity of the worker. */
const clean = () =>
  // the activity uses only the log of its context
  asyncLocalStorage.run({ log: { error: () => undefined } } as unknown as Context, () =>
    cleanChess(api.pool, { gameIdleDays: 7 }),
  );

/** The number of changed rows, from the driver or from the statement itself. */
interface Changes {
  rowCount?: number;
  count?: number;
}

/** The pool, and the number of rows that each of its statements has changed. */
function counting(): { pool: Pool; changed: number[] } {
  const changed: number[] = [];
  const pool = new Proxy(api.pool, {
    get(target, name) {
      const run = Reflect.get(target, name) as (...words: unknown[]) => Promise<Changes>;
      return async (...words: unknown[]) => {
        const result = await run(...words);
        changed.push(result.rowCount ?? result.count ?? 0);
        return result;
      };
    },
  });
  return { pool, changed };
}

async function age(id: string, days: number): Promise<void> {
  await api.pool.query(sql.unsafe`
    update games set moved_at = now() - ${days} * interval '1 day' where id = ${id}`);
}

async function foolsMate({ start, play }: Board): Promise<string> {
  const id = await start();
  await play(id, 'f2f3 e7e5 g2g4 d8h4');
  return id;
}

describe('abandoned games', () => {
  it('are archived as aborted, and those who play are left alone', async () => {
    const idle = await board.start();
    const busy = await board.start();
    await board.play(idle, 'e2e4');
    await age(idle, 8);

    expect(await clean()).toMatchObject({ idleGames: 1 });

    expect((await board.get(busy)).body['status']).toBe('in_progress');
    expect((await board.get(idle)).body).toMatchObject({
      status: 'aborted',
      is_over: true,
      result: null,
      end_reason: 'Aborted',
    });
    const events = await listEventsSince(api.pool, idle, 2);
    expect(events).toMatchObject([
      {
        happened: {
          event: 'game_updated',
          data: { message: { key: 'game_aborted' }, outcome: { reason: 'Aborted' } },
        },
      },
    ]);
    expect((await api.call('GET', '/api/games?status=aborted')).body[0]).toMatchObject({ game_id: idle });
  });

  it('are not, when a move comes just in time', async () => {
    const id = await board.start();
    await age(id, 8);
    await board.play(id, 'e2e4');

    expect((await listIdleGames(api.pool, 7)).map((idle) => idle.id)).not.toContain(id);
    expect(await abortIdleGame(api.pool, id, 7)).toBe(false);
  });
});

it('games that can not be archived do not stop others', async () => {
  const broken: string[] = [];
  for (let count = 0; count < 101; count += 1) broken.push(await board.start());
  const idle = await board.start();
  await api.pool.query(sql.unsafe`
    insert into game_moves (game_id, ply, move, san, fen)
    select games.id, 1, 'nonsense', 'e4', '' from games where games.id = any(${sql.array(broken, 'uuid')})`);
  await api.pool.query(sql.unsafe`
    update games set ply = 1, moved_at = now() - interval '9 days'
    where games.id = any(${sql.array(broken, 'uuid')})`);
  await age(idle, 8);

  expect(await clean()).toMatchObject({ idleGames: 1 });
  expect(await clean()).toMatchObject({ idleGames: 0 });

  expect((await board.get(idle)).body['end_reason']).toBe('Aborted');
  await api.pool.query(sql.unsafe`delete from games where games.id = any(${sql.array(broken, 'uuid')})`);
});

describe('what is kept for a while', () => {
  it('goes after three days: events of games that are gone, and of finished ones all but the last', async () => {
    const running = await board.start();
    const finished = await foolsMate(board);
    const removed = await board.start();
    await api.call('DELETE', `/api/games/${removed}`);
    const recent = await foolsMate(board);
    const younger = await foolsMate(board);
    await api.pool.query(sql.unsafe`
      update game_events
      set created_at = now() - interval '1 hour' * case when game_id = ${younger}::uuid then 71 else 73 end
      where (game_id, seq) <> (${recent}::uuid, 5)`);

    await clean();

    const counts = await Promise.all(
      [running, finished, removed, recent, younger].map((id) => listEventsSince(api.pool, id, 0)),
    );
    const all = [1, 2, 3, 4, 5];
    expect(counts.map((events) => events.map(({ seq }) => seq))).toEqual([[1], [5], [], all, all]);
  });

  it('goes: answers that are older than a day', async () => {
    const id = await board.start();
    await board.move(id, 'e2e4', { headers: { 'idempotency-key': 'old' } });
    await api.pool.query(sql.unsafe`update idempotency_keys set created_at = now() - interval '25 hours'`);
    await board.move(id, 'e7e5', { headers: { 'idempotency-key': 'new' } });

    expect(await deleteOldKeys(api.pool)).toBe(1);
  });

  it('goes in small pieces, however much of it there is', async () => {
    const { pool, changed } = counting();
    await pool.query(sql.unsafe`
      insert into idempotency_keys (scope, key, request_digest, status, body, created_at)
      select 'many', n::text, '', 200, 'null', now() - interval '3 days' from generate_series(1, 7000) as n`);
    // half belong to deleted games, half to a stored game, whose last event stays
    const finished = await foolsMate(board);
    await pool.query(sql.unsafe`
      insert into game_events (game_id, seq, event, data, created_at)
      select case when n % 2 = 0 then gen_random_uuid() else ${finished} end, n + 10, 'game_deleted', '{}',
        now() - interval '4 days' from generate_series(1, 14000) as n`);
    await pool.query(sql.unsafe`
      update game_events set created_at = now() - interval '4 days' where game_id = ${finished}`);
    changed.length = 0;

    expect(await deleteOldKeys(pool)).toBe(7_000);
    // plus five events of the finished game itself
    expect(await deleteOldEvents(pool, 3)).toBe(14_004);

    expect(Math.max(...changed)).toBeLessThanOrEqual(2_000);
    expect(changed.reduce((sum, rows) => sum + rows)).toBe(21_004);
    expect((await listEventsSince(api.pool, finished, 10)).map(({ seq }) => seq)).toEqual([14_009]);
  });

  it('goes before a statement takes too long, also where the database thinks that there is next to nothing', async () => {
    const finished = await foolsMate(board);
    await api.pool.query(sql.unsafe`
      insert into game_events (game_id, seq, event, data, created_at)
      select gen_random_uuid(), n, 'game_deleted', '{}', now() from generate_series(1, 4000) as n`);
    await api.pool.query(sql.unsafe`
      delete from game_events where game_events.ctid <> (select max(last.ctid) from game_events as last)`);
    // the planner's statistics now have one row on all these pages
    await api.pool.query(sql.unsafe`vacuum (analyze) game_events`);
    await api.pool.query(sql.unsafe`
      insert into game_events (game_id, seq, event, data, created_at)
      select ${finished}, n + 100000, 'game_updated', '{}', now() - interval '4 days' from generate_series(1, 40000) as n`);

    expect(await deleteOldEvents(api.pool, 3)).toBe(39_999);
  });
});
