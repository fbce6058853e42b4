import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Book, bookKey } from '../../engine/book/polyglot.ts';
import { parseFen, startFen } from '../../engine/fen.ts';
import { EnginePool } from '../../engine/pool.ts';
import { Board } from '../../engine/uci/board.ts';
import { type Analyst, createAnalyst, type WantedAnalysis } from './analyst.ts';
import { bookPlies } from './book-plies.ts';

const never = new AbortController().signal;
const wanted: WantedAnalysis = {
  fen: startFen,
  moves: [],
  depth: 4,
  movetimeMs: 5_000,
  multiPv: 1,
  threads: 1,
};
const afterE4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const square = (name: string) => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * 8;

function entry(fen: string, move: string, weight: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(bookKey(parseFen(fen)), 0);
  bytes.writeUInt16BE((square(move.slice(0, 2)) << 6) | square(move.slice(2, 4)), 8);
  bytes.writeUInt16BE(weight, 10);
  return bytes;
}

let pool: EnginePool;
let board: Board;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-analyst-'));
  [pool, board] = [await EnginePool.open({ threads: 1, hashMb: 1 }), await Board.open()];
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.close();
});

describe('without a book', () => {
  const analyst = () => createAnalyst({ pool, board, book: null, tableMen: 0 });

  test('the search answers, and nothing is said about a book', async () => {
    const analysis = await analyst().analyse(wanted, never);

    expect(analysis).toMatchObject({ source: 'search', depth: 4, threads: 1 });
    expect(Object.keys(analysis)).not.toContain('book');
    expect(Object.keys(analysis)).not.toContain('tablebase');
  });

  test('a move can be left out, unless it is the only one', async () => {
    const fen = '7k/8/8/8/8/8/1q6/K7 w - - 0 1';
    const mateIn1 = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';

    const other = await analyst().analyse({ ...wanted, fen: mateIn1, except: 'a1a8' }, never);
    const only = await analyst().analyse({ ...wanted, fen, except: 'a1b2' }, never);

    expect(other.mateIn).not.toBe(1);
    expect(only.bestMove).toBe('a1b2');
  });

  test.each([
    ['invalid_fen', { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }],
    ['illegal_move', { moves: ['e2e5'] }],
  ])('%s is final', async (code, change) => {
    const asking = analyst().analyse({ ...wanted, ...change }, never);

    await expect(asking).rejects.toMatchObject({ code, isPermanent: true });
  });
});

describe('with a book', () => {
  let analyst: Analyst;
  beforeAll(async () => {
    const path = join(folder, 'book.bin');
    const entries = [
      entry(startFen, 'd2d4', 1),
      entry(startFen, 'a2a4', 9),
      entry(startFen, 'e2e5', 5),
      entry(afterE4, 'e7e5', 2),
    ];
    writeFileSync(path, Buffer.concat(entries.toSorted(Buffer.compare)));
    analyst = createAnalyst({ pool, board, book: await Book.open(path), tableMen: 0 });
  });

  test('its heaviest move is the answer, whatever a search would prefer', async () => {
    const analysis = await analyst.analyse({ ...wanted, depth: 40 }, never);

    expect(analysis).toMatchObject({
      source: 'book',
      bestMove: 'a2a4',
      depth: 10,
      lines: [{ rank: 1, moves: expect.arrayContaining(['a2a4']) }],
      book: {
        totalWeight: 10,
        moves: [
          { move: 'a2a4', weight: 9 },
          { move: 'd2d4', weight: 1 },
        ],
      },
    });
  });

  test('there are as many lines as it has legal moves', async () => {
    const { lines, nodes } = await analyst.analyse({ ...wanted, multiPv: 3 }, never);

    expect(lines.map(({ rank, moves: [move] }) => [rank, move])).toEqual([
      [1, 'a2a4'],
      [2, 'd2d4'],
    ]);
    expect(nodes).toBeGreaterThan(0);
  });

  test('a search that judges its moves is not bound by them, and tells them all the same', async () => {
    const asked = { ...wanted, depth: 12, judgesBook: true };
    const analysis = await analyst.analyse(asked, never);

    expect(analysis).toMatchObject({ source: 'search', depth: 12, book: { totalWeight: 10 } });
    expect(analysis.bestMove).not.toBe('a2a4');
  });

  test('positions that it does not know are searched', async () => {
    const analysis = await analyst.analyse({ ...wanted, moves: ['g1f3'] }, never);

    expect(analysis).toMatchObject({ source: 'search', book: { totalWeight: 0, moves: [] } });
  });

  test.each([
    ['from its first move out of the book', ['e2e4', 'e7e5'], 0],
    ['after moves that are all in the book', ['d2d4'], 1],
    ['before a move that leads nowhere', ['d2d4', 'e7e5'], 1],
  ])('a game is on its own %s', (_what, moves, plies) => {
    expect(bookPlies({ startFen, moves }, analyst.lookUp)).toBe(plies);
  });
});

const tables = process.env['SYZYGY_PATH'] ?? '';
const isPresent = existsSync(tables);
if (!isPresent) process.stdout.write('no tablebases at SYZYGY_PATH: their tests are skipped\n');

describe.skipIf(!isPresent)('with tablebases', () => {
  let knowing: EnginePool;
  let analyst: Analyst;
  beforeAll(async () => {
    knowing = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: tables });
    analyst = createAnalyst({ pool: knowing, board, book: null, tableMen: 4 });
  });
  afterAll(() => knowing.close());

  test('a position in them is answered at a glance', async () => {
    const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1';
    const analysis = await analyst.analyse({ ...wanted, fen, depth: 60, movetimeMs: 60_000 }, never);

    expect(analysis).toMatchObject({ source: 'tablebase', tablebase: { isKnown: true, wdl: 2 } });
    expect(analysis.timeMs).toBeLessThan(5_000);
  });

  test('a look at tables that do not know the position takes next to nothing of the time asked for', async () => {
    // a castling right: no table contains such positions
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    const searches = vi.spyOn(knowing, 'analyse');
    const asked = { ...wanted, fen, depth: 12, movetimeMs: 20_000, multiPv: 3 };

    const analysis = await analyst.analyse(asked, never);

    const calls = searches.mock.calls.map(([{ depth, multipv, movetime = 0 }]) => [depth, multipv, movetime]);
    searches.mockRestore();
    expect(calls).toEqual([
      [1, 1, 20_000],
      [12, 3, expect.any(Number)],
    ]);
    expect(calls[1]?.[2]).toBeLessThanOrEqual(20_000);
    expect(calls[1]?.[2]).toBeGreaterThan(10_000);
    expect(analysis).toMatchObject({ source: 'search', depth: 12, tablebase: { isKnown: false } });
    expect(analysis.lines).toHaveLength(3);
  });

  test('a position with more men than the tables is looked up nowhere', async () => {
    const searches = vi.spyOn(knowing, 'analyse');
    await analyst.analyse({ ...wanted, fen: '4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1' }, never);

    expect(searches.mock.calls.map(([{ depth }]) => depth)).toEqual([wanted.depth]);
    searches.mockRestore();
  });

  test('a position with more men is searched', async () => {
    expect(await analyst.analyse(wanted, never)).toMatchObject({
      source: 'search',
      tablebase: { isKnown: false, wdl: null, dtz: null },
    });
  });
});
