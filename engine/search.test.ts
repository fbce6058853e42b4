import { beforeAll, describe, expect, it } from 'vitest';
import { formatFen, parseFen, startFen } from './fen.ts';
import { SingleEngine } from './single-engine.ts';
import { slowMake, slowMoves } from './testing/reference-rules.ts';
import { moveName } from './moves.ts';
import type { Setup } from './position-setup.ts';

let engine: SingleEngine;

beforeAll(async () => {
  engine = await SingleEngine.open();
});

const middlegames = [
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 12',
  'rnbq1rk1/pp3pbp/3p1np1/2pP4/4PP2/2N2N2/PP4PP/R1BQKB1R b KQ - 0 9',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
];

/** The same position with colours and ranks exchanged. */
function mirror(setup: Setup): Setup {
  const board = new Uint8Array(64);
  for (const [square, piece] of setup.board.entries()) if (piece) board[square ^ 56] = piece ^ 8;
  return {
    ...setup,
    board,
    side: setup.side ? 0 : 1,
    castling: ((setup.castling & 3) << 2) | (setup.castling >> 2),
    passing: setup.passing === 64 ? 64 : setup.passing ^ 56,
  };
}

function playLine(fen: string, line: string[]): string | undefined {
  let setup = parseFen(fen);
  for (const name of line) {
    const move = slowMoves(setup).find(
      (legal) =>
        moveName(legal.from | (legal.to << 6) | (legal.promotion ? (legal.promotion + 2) << 12 : 0)) === name,
    );
    if (!move) return name;
    setup = slowMake(setup, move);
  }
  return undefined;
}

describe('the evaluation', () => {
  it.each(middlegames)('is the same for both colours in %s', (fen) => {
    const mirrored = formatFen(mirror(parseFen(fen)));

    engine.set(fen);
    const score = engine.core.evaluate();
    engine.set(mirrored);

    expect(engine.core.evaluate()).toBe(score);
  });

  it('likes a developed knight, the right way up', () => {
    engine.set(startFen, ['g1f3']);
    const afterKnight = -engine.core.evaluate();
    engine.set(startFen, ['g1h3']);
    const atTheEdge = -engine.core.evaluate();

    expect(afterKnight).toBeGreaterThanOrEqual(0);
    expect(afterKnight).toBeLessThanOrEqual(80);
    expect(afterKnight).toBeGreaterThan(atTheEdge);
  });

  it.each([
    ['a pawn whose king holds the key squares', '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', 1],
    ['a pawn whose king lacks the opposition', '8/8/4k3/8/4K3/4P3/8/8 w - - 0 1', 0],
    ['a rook pawn', '1k6/8/8/8/P7/1K6/8/8 w - - 0 1', 0],
    ['two knights', '4k3/8/8/8/8/8/8/NN2K3 w - - 0 1', 0],
    ['bishop and knight', '4k3/8/8/8/8/8/8/BN2K3 w - - 0 1', 1],
  ])('knows %s', (_, fen, sign) => {
    engine.set(fen);

    const score = engine.core.evaluate();

    expect(Math.sign(Math.trunc(score / 2000))).toBe(sign);
  });
});

describe('a search', () => {
  it.each(middlegames)('leaves %s as it was and plays only legal moves', (fen) => {
    engine.forget();
    engine.set(fen);
    const before = engine.fen;

    const { lines, depth } = engine.think({ depth: 9, lines: 3 });

    expect(engine.fen).toBe(before);
    expect(depth).toBe(9);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(playLine(fen, line.moves)).toBeUndefined();
    expect(lines[0]?.score).toBeGreaterThanOrEqual(lines[1]?.score ?? 0);
    expect(new Set(lines.map((line) => line.moves[0])).size).toBe(3);
  });

  it.each([20_000, 30_000, 45_000, 60_000])('stopped after %d nodes still knows every line', (nodes) => {
    engine.forget();
    engine.set('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3');

    const scores = engine.think({ nodes, lines: 5 }).lines.map((line) => line.score);

    expect(scores).toHaveLength(5);
    for (const score of scores) expect(Math.abs(score)).toBeLessThan(1000);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it.each(middlegames)('stopped anywhere has whole lines for %s, and leaves it as it was', (fen) => {
    for (const nodes of [5_000, 11_000, 20_000, 33_000]) {
      engine.forget();
      engine.set(fen);
      const before = engine.fen;

      const { depth, lines } = engine.think({ nodes, lines: 2 });

      expect(engine.fen).toBe(before);
      for (const line of lines) {
        expect(playLine(fen, line.moves)).toBeUndefined();
        expect(line.moves.length, `${nodes} nodes: ${line.moves.join(' ')}`).toBeGreaterThan(depth / 3);
      }
    }
  });

  it.each(middlegames)('of a single node finishes depth 1 of %s', (fen) => {
    engine.forget();
    engine.set(fen);

    const { depth, lines } = engine.think({ nodes: 1, lines: 3 });

    expect(depth).toBe(1);
    for (const { score, moves } of lines) {
      expect(Math.abs(score)).toBeLessThan(2000);
      expect(playLine(fen, moves)).toBeUndefined();
    }
  });

  it('that ought to be over is so soon, however many queens there are to take', () => {
    engine.forget();
    engine.set('rqnbkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w - - 0 1');

    const { depth, nodes } = engine.think({ nodes: 1, lines: 16 });

    // without a limit the same depth takes 40 million nodes
    expect(depth).toBe(1);
    expect(nodes).toBeLessThan(20_000);
  });

  it('repeats itself exactly', () => {
    const runs = [1, 2].map(() => {
      engine.forget();
      engine.set(startFen);
      return engine.think({ depth: 9 });
    });

    expect(runs[1]).toEqual(runs[0]);
  });

  it.each([
    ['7k/8/5K2/6Q1/8/8/8/8 w - - 0 1', 1],
    ['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 2],
    ['6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 1],
    ['r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1', 2],
    ['r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1', 3],
  ])('finds the shortest mate of %s', (fen, moves) => {
    engine.forget();
    engine.set(fen);

    // In the second position Black can only pass after the rook's move: null moves hide that mate for long.
    const [line] = engine.think({ nodes: 150_000 }).lines;

    expect(line?.score).toBe(30_000 - (2 * moves - 1));
    expect(line?.moves).toHaveLength(2 * moves - 1);
  });

  it('sees a draw by repetition that the game allows', () => {
    // White would be lost, but has perpetual check; the position has occurred twice already.
    const fen = '6k1/5p1p/6p1/8/8/3q4/r4PPP/4Q1K1 w - - 0 1';
    engine.forget();
    engine.set(fen, ['e1e8', 'g8g7', 'e8e5', 'g7g8', 'e5e8', 'g8g7', 'e8e5', 'g7g8']);

    const [line] = engine.think({ depth: 8 }).lines;

    expect(line?.moves[0]).toBe('e5e8');
    expect(line?.score).toBe(0);
  });

  it('lets the fifty-move rule end a won game in a draw', () => {
    engine.forget();
    engine.set('8/8/8/8/8/2k5/8/K6R w - - 99 90');

    const [line] = engine.think({ depth: 6 }).lines;

    expect(line?.score).toBe(0);
  });
});
