import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { setBoard } from '../core.ts';
import { formatFen } from '../fen.ts';
import { moveName } from '../moves.ts';
import { EnginePool } from '../pool.ts';
import { SingleEngine } from '../single-engine.ts';
import { randomFour } from '../testing/random-four-men.ts';
import { randomFrom } from '../testing/random.ts';

const folder = process.env['SYZYGY_PATH'] ?? '';
const positions = Number(process.env['SOAK_POSITIONS'] ?? 20_000) / 100;

/** The tables' result of a move for the current clock; empty where it may be a half-move too short. */
function resultOf(engine: SingleEngine, move: number, clock: number): { result?: number; plies: number } {
  const { core } = engine;
  core.makeMove(move);
  const isStalled = engine.legal().length === 0;
  const isMate = isStalled && core.inCheck() !== 0;
  const wdl = -core.tableWdl();
  const isZeroing = / 0 \d+$/.test(engine.fen);
  const plies = isZeroing || isMate ? 1 : Math.abs(core.tableDtz()) + 1;
  core.unmakeMove();
  if (isMate) return { result: 1, plies };
  if (Math.abs(wdl) < 2) return { result: 0, plies };
  if (isZeroing || clock + plies < 100) return { result: Math.sign(wdl), plies };
  return clock + plies === 100 ? { plies } : { result: 0, plies };
}

describe.skipIf(!existsSync(folder))('several lines of a position that tables know', () => {
  let engine: SingleEngine;
  beforeAll(async () => {
    engine = await SingleEngine.open(1, 'release', folder);
  });

  it(`are told as what they are, the best first: ${positions} positions`, { timeout: 7_200_000 }, () => {
    const random = randomFrom(31);
    const wrong: string[] = [];
    for (let count = 0; count < positions;) {
      const clock = random() < 0.3 ? 0 : Math.floor(random() * 100);
      const setup = randomFour(random, clock);
      if (!setup) continue;
      const set = () => {
        setBoard(engine.core, setup);
        engine.forget();
      };
      set();
      const legal = engine.legal();
      if (legal.length === 0) continue;
      count++;
      const results = new Map(legal.map((move) => [moveName(move), resultOf(engine, move, clock)]));
      const { lines } = engine.think({ depth: 4, lines: 64 });
      let above = Infinity;
      for (const { score, moves } of lines) {
        const { result } = results.get(moves[0] ?? '') ?? {};
        const told = Math.abs(score) > 27_000 ? Math.sign(score) : score === 0 ? 0 : Number.NaN;
        if (score > above || (result !== undefined && told !== result))
          wrong.push(`${formatFen(setup)}: ${moves[0]} told ${score}, is ${result}, below ${above}`);
        above = score;
      }
      set();
      const [alone] = engine.think({ depth: 4 }).lines;
      const [chosen, first] = [alone, lines[0]].map((line) => results.get(line?.moves[0] ?? ''));
      // the losing side resists equally long in every request; for the winning side the search may have found a mate
      const isSame =
        chosen?.result === first?.result && (first?.result !== -1 || chosen?.plies === first.plies);
      if (!isSame) wrong.push(`${formatFen(setup)}: ${alone?.moves[0]} alone, else ${lines[0]?.moves[0]}`);
    }

    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each([
    ['with all the time', 0, [27_973, 27_973, 27_971]],
    ['for which there is just time', 72, [27_973, 27_973, 0]],
    ['that comes too late', 90, [0, 0, 0]],
  ])('say of every line what it is worth: a win %s', async (_what, clock, scores) => {
    const pool = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: folder });
    const fen = `8/8/8/4k3/8/8/8/R3K3 w - - ${clock} 60`;
    const { lines, score, bestMove = '' } = await pool.analyse({ fen, depth: 10, multipv: 3 });
    const answer = await pool.analyse({ fen, moves: [bestMove], depth: 4 });
    await pool.close();

    expect(lines.map((line) => line.score)).toEqual(scores);
    expect(score).toBe(scores[0]);
    expect(answer.tablebase).toEqual({ wdl: -2, dtz: -26 });
  });

  it.each([
    ['of the side that wins', '1Q3R2/8/k7/8/8/8/1K6/8 w - - 0 1', 29_997],
    ['of the side that loses', '2K5/5R2/5kQ1/8/8/8/8/8 b - - 0 1', -27_996],
  ])('have mates that were found among their lines in order: %s', async (_what, fen, best) => {
    const pool = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: folder });
    const { lines, score } = await pool.analyse({ fen, depth: 10, multipv: 4 });
    await pool.close();
    const scores = lines.map((line) => line.score);

    expect(score).toBe(best);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('are no draw for having been on the board once before', async () => {
    const pool = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: folder });
    const fen = '8/8/8/4k3/8/8/8/R3K3 w - - 0 60';
    const once = ['e1e2', 'e5d5', 'e2e1', 'd5e5'];
    const scoreOf = async (moves: string[]) => {
      const { lines } = await pool.analyse({ fen, moves, depth: 4, multipv: 20 });
      return lines.find(({ moves: [first] }) => first === 'e1e2')?.score;
    };
    const scores = [await scoreOf([]), await scoreOf(once), await scoreOf([...once, ...once])];
    const rook = { fen: '8/8/8/8/4k3/8/3R4/4K3 w - - 0 60', searchMoves: ['d2d4'] };
    const given = await pool.analyse({ ...rook, depth: 4 });
    await pool.close();

    expect(scores).toEqual([27_973, 27_973, 0]);
    // a requested move has its own value, not that of the position
    expect(given.score).toBe(0);
  });

  it('know that a pawn move is in time, however late it is', async () => {
    const pool = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: folder });
    const { lines } = await pool.analyse({
      fen: '7k/8/8/8/8/8/KP4P1/8 w - - 99 80',
      depth: 6,
      multipv: 5,
    });
    await pool.close();

    const won = lines.filter(({ score }) => score === 27_999).map(({ moves }) => moves[0]);
    expect(new Set(won)).toEqual(new Set(['b2b3', 'b2b4', 'g2g3', 'g2g4']));
  });
});
