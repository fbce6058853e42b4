import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  const analyst = () => createAnalyst({ pool, board, book: null, hasTables: false });

  test('the search answers, and nothing is said about a book', async () => {
    const analysis = await analyst().analyse(wanted, never);

    expect(analysis).toMatchObject({ source: 'search', depth: 4, threads: 1 });
    expect(Object.keys(analysis)).not.toContain('book');
    expect(Object.keys(analysis)).not.toContain('tablebase');
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
    analyst = createAnalyst({ pool, board, book: await Book.open(path), hasTables: false });
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
    analyst = createAnalyst({ pool: knowing, board, book: null, hasTables: true });
  });
  afterAll(() => knowing.close());

  test('a position in them is answered at a glance', async () => {
    const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1';
    const analysis = await analyst.analyse({ ...wanted, fen, depth: 60, movetimeMs: 60_000 }, never);

    expect(analysis).toMatchObject({ source: 'tablebase', tablebase: { isKnown: true, wdl: 2 } });
    expect(analysis.timeMs).toBeLessThan(5_000);
  });

  test('a position with more men is searched', async () => {
    expect(await analyst.analyse(wanted, never)).toMatchObject({
      source: 'search',
      tablebase: { isKnown: false, wdl: null, dtz: null },
    });
  });
});
