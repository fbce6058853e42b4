import { Piscina } from 'piscina';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFen } from './fen.ts';
import { Group } from './thread-groups.ts';
import { EnginePool } from './pool.ts';
import type { Progress } from './result.ts';

const middlegame = 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10';
const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';

let pool: EnginePool;

beforeAll(async () => {
  pool = await EnginePool.open({ threads: 2, hashMb: 4 });
});

afterAll(async () => {
  await pool.close();
});

/** A search without end, with a promise of its first report. */
function endless(threads = 1) {
  const stop = new AbortController();
  let started: () => void;
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const result = pool.analyse({ fen: middlegame, threads, signal: stop.signal }, () => {
    started();
  });
  return { stop, running, result };
}

/** The tasks that threads of all pools run during the work. */
async function tasksOf(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const run = vi.spyOn(Piscina.prototype, 'run');
  try {
    await work();
    return run.mock.calls.map(([, options]) => options?.name ?? undefined);
  } finally {
    run.mockRestore();
  }
}

describe('a pool that was prepared', () => {
  const wanted = { threads: 2, hash_mb: 2, game: 'prepared' };

  it('is left with nothing to do but to search', async () => {
    const preparing = await tasksOf(() => pool.prepare(wanted));
    const again = await tasksOf(() => pool.prepare({ ...wanted, game: 'still unused' }));
    await pool.prepare(wanted);
    const searching = await tasksOf(() => pool.analyse({ ...wanted, fen: startFen, depth: 3 }));

    expect(preparing).toEqual(['prepareGroup', 'takeSeat', 'takeSeat']);
    expect(again).toEqual(['takeSeat', 'takeSeat']);
    expect(searching).toEqual(['searchThread', 'searchThread']);
    expect(await tasksOf(() => pool.prepare({ ...wanted, game: 'after it' }))).toContain('prepareGroup');
  });

  it('finds the same, node for node', async () => {
    const question = { fen: middlegame, depth: 8, hash_mb: 1 };
    const fresh = await pool.analyse(question);
    await pool.prepare({ hash_mb: 1, game: 'next' });
    const prepared = await pool.analyse({ ...question, game: 'next' });

    expect(prepared.nodes).toBe(fresh.nodes);
    expect(prepared.lines).toEqual(fresh.lines);
  });

  it('has the pages of its first table, and waits for those of a larger one', async () => {
    const fresh = await EnginePool.open({ threads: 1, hashMb: 1 });
    const grown = async (hashMb: number) => {
      const before = process.memoryUsage.rss();
      await fresh.prepare({ hash_mb: hashMb, game: `table of ${hashMb}` });
      return (process.memoryUsage.rss() - before) / 1_048_576;
    };

    expect(await grown(128)).toBeGreaterThan(100);
    expect(await grown(256)).toBeLessThan(100);

    await fresh.close();
  });

  it('lends its threads to one at a time', async () => {
    const search = endless(2);
    await search.running;

    await expect(pool.prepare(wanted)).rejects.toMatchObject({ code: 'busy' });

    search.stop.abort();
    await search.result;
  });
});

describe('the pool', () => {
  it('has searched before it is handed out, so that its code is compiled', async () => {
    const tasks = await tasksOf(async () => (await EnginePool.open({ threads: 1, hashMb: 1 })).close());

    expect(tasks).toContain('searchThread');
  });

  it('keeps nothing of what it had no time to look at', async () => {
    const queens = { fen: 'rqnbkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w - - 0 1', hash_mb: 1, depth: 1 };
    await pool.analyse({ ...queens, nodes: 1, game: 'hurried' });
    const after = await pool.analyse({ ...queens, game: 'hurried' });
    const fresh = await pool.analyse(queens);

    expect(after.score).toBe(fresh.score);
    expect(after.bestMove).toBe(fresh.bestMove);
  });

  it('gives the same answer to the same question', async () => {
    const first = await pool.analyse({ fen: middlegame, depth: 9 });
    await pool.analyse({ fen: startFen, depth: 6 });
    const second = await pool.analyse({ fen: middlegame, depth: 9 });

    expect(second.nodes).toBe(first.nodes);
    expect(second.lines).toEqual(first.lines);
    expect(first.bestMove).toBe(first.lines[0]?.moves[0]);
  });

  it('reports every depth on the way', async () => {
    const reports: Progress[] = [];
    const result = await pool.analyse({ fen: middlegame, depth: 6, multipv: 2 }, (progress) => {
      reports.push(progress);
    });

    expect(result.depth).toBe(6);
    expect(result.lines.map((line) => line.rank)).toEqual([1, 2]);
    expect(reports.slice(0, 4).map(({ depth, rank }) => [depth, rank])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
  });

  it('stops soon after the signal, with what it has', async () => {
    const search = endless(2);
    await search.running;

    const asked = performance.now();
    search.stop.abort();
    const result = await search.result;

    expect(result.depth).toBeGreaterThan(0);
    expect(result.bestMove).toBeDefined();
    // 50 ms on an idle machine; this machine may be shared.
    expect(performance.now() - asked).toBeLessThan(1000);
  });

  it('refuses more searches than it has threads, and queues none', async () => {
    const search = endless(2);
    await search.running;

    await expect(pool.analyse({ fen: startFen, depth: 1 })).rejects.toMatchObject({ code: 'busy' });

    search.stop.abort();
    await search.result;
    expect(pool.busyThreads).toBe(0);
  });

  it('keeps two searches at once apart', async () => {
    const alone = await pool.analyse({ fen: middlegame, depth: 8 });
    const together = await Promise.all([
      pool.analyse({ fen: middlegame, depth: 8 }),
      pool.analyse({ fen: startFen, depth: 8 }),
    ]);

    expect(together[0].nodes).toBe(alone.nodes);
    expect(together[0].lines).toEqual(alone.lines);
  });

  it.each([10, 11])('survives a table written by several threads, to depth %i', async (depth) => {
    const result = await pool.analyse({ fen: middlegame, depth, threads: 2, hash_mb: 1 });

    expect(result.depth).toBe(depth);
    expect(result.hashfull).toBeGreaterThan(0);
  });

  it('keeps to a number of nodes', async () => {
    const result = await pool.analyse({ fen: middlegame, nodes: 5000 });

    expect(result.nodes).toBeGreaterThan(4000);
    expect(result.nodes).toBeLessThanOrEqual(5000);
  });

  it.each([1, 3])(
    'has %i line(s) of depth 1 at least, also when it is stopped before it began',
    async (multipv) => {
      const byNodes: Progress[] = [];
      const few = await pool.analyse({ fen: middlegame, nodes: 1, multipv }, (line) => byNodes.push(line));
      const stopped = await pool.analyse({
        fen: middlegame,
        multipv,
        threads: 2,
        signal: AbortSignal.abort(),
      });

      expect(few).toMatchObject({ depth: 1, bestMove: few.lines[0]?.moves[0], score: few.lines[0]?.score });
      expect(byNodes.map(({ depth, rank }) => [depth, rank])).toEqual(few.lines.map(({ rank }) => [1, rank]));
      expect(stopped.depth).toBeGreaterThan(0);
      for (const { lines } of [few, stopped]) expect(lines).toHaveLength(multipv);
    },
  );

  it.each([
    ['mate', mated, -30_000, 0],
    ['stalemate', stalemate, 0, null],
  ])('says at once that %s is over', async (_, fen, score, mate) => {
    const result = await pool.analyse({ fen, depth: 5 });

    expect(result).toMatchObject({ score, mateIn: mate, depth: 0, lines: [] });
    expect(result.bestMove).toBeUndefined();
  });

  it('refuses nonsense and goes on', async () => {
    await expect(pool.analyse({ fen: 'nonsense' })).rejects.toThrow('a FEN has 4 to 6 fields');
    await expect(pool.analyse({ fen: startFen, moves: ['e2e4', 'e2e4'] })).rejects.toMatchObject({
      code: 'illegal_move',
      message: 'move 2 is not legal: e2e4',
    });
    const result = await pool.analyse({ fen: startFen, depth: 2 });

    expect(result.depth).toBe(2);
  });

  it('needs less work where positions are known already, and finds the same', async () => {
    const fen = 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1';
    const fresh = await pool.analyse({ fen, mate: 3 });
    const line = fresh.lines[0]?.moves ?? [];
    const known = line.map((move, ply) => {
      const moves = line.slice(0, ply);
      return { moves, move, score: ply % 2 ? ply - 29_995 : 29_995 + ply, depth: 20 };
    });

    const seeded = await pool.analyse({ fen, mate: 3, known });
    const again = await pool.analyse({ fen, mate: 3, known });

    expect(fresh.mateIn).toBe(3);
    expect(seeded).toMatchObject({ bestMove: fresh.bestMove, mateIn: 3 });
    expect(seeded.nodes).toBeLessThan(fresh.nodes);
    expect(again.nodes).toBe(seeded.nodes);
    expect(again.lines).toEqual(seeded.lines);
  });

  it('counts a known mate from where it was found', async () => {
    // White mates in two by a sacrifice; the position after it is known.
    const fen = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1';
    const known = [{ moves: ['a1a6'], move: 'b7a6', score: -29_998, depth: 9 }];

    const result = await pool.analyse({ fen, depth: 3, known });

    expect(result).toMatchObject({ bestMove: 'a1a6', score: 29_997 });
  });

  it.each([
    { moves: ['e2e5'], move: 'e7e5' },
    { moves: ['e2e4'], move: 'e2e4' },
    { moves: [], move: 'nonsense' },
  ])('refuses to know $moves $move', async (place) => {
    const known = [{ ...place, score: 10, depth: 5 }];

    await expect(pool.analyse({ fen: startFen, depth: 3, known })).rejects.toMatchObject({
      code: 'illegal_move',
    });
  });

  it('fails the search of a thread that dies, and replaces the thread', async () => {
    const own = await EnginePool.open({ threads: 1, hashMb: 1 });
    const search = own.analyse({ fen: middlegame }, () => {
      own.killThreadForTest();
    });

    await expect(search).rejects.toMatchObject({ code: 'failed' });
    const result = await own.analyse({ fen: startFen, depth: 3 });

    expect(result.depth).toBe(3);
    await own.close();
  });

  it('ends a thread that does not stop when its search is over', async () => {
    const own = await EnginePool.open({ threads: 1, hashMb: 1 });
    const deaf = vi.spyOn(Group.prototype, 'stop').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    const search = own.analyse({ fen: middlegame, signal: stop.signal }, () => stop.abort());
    const ended = search.catch((error: unknown) => error);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));

    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    deaf.mockRestore();

    expect(await ended).toMatchObject({ code: 'failed' });
    expect((await own.analyse({ fen: startFen, depth: 3 })).depth).toBe(3);
    await own.close();
  });
});
