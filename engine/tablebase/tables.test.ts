import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { setBoard } from '../core.ts';
import { formatFen } from '../fen.ts';
import { EnginePool } from '../pool.ts';
import { noSquare, type Setup } from '../position-setup.ts';
import { SingleEngine } from '../single-engine.ts';
import { randomFour } from '../testing/random-four-men.ts';
import { randomFrom } from '../testing/random.ts';
import { type Endgame, invalid } from '../testing/endgame.ts';
import { Retrograde } from '../testing/retrograde.ts';
import { readTableFiles, tableKey } from './files.ts';

const folder = process.env['SYZYGY_PATH'] ?? '';
const isPresent = existsSync(folder);
if (!isPresent) process.stdout.write('no tablebases at SYZYGY_PATH: their tests are skipped\n');
/** The number of examined positions with four men; SOAK_POSITIONS sets more, and all endings. */
const isLong = process.env['SOAK_POSITIONS'] !== undefined;
const samples = Number(process.env['SOAK_POSITIONS'] ?? 3000);
const threeMen = ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK'];
/** Endings with pawns come last, as they need the others. */
const allFourMen = 'KQvKQ KQvKR KQvKB KQvKN KRvKR KRvKB KRvKN KBvKB KBvKN KNvKN'
  .concat(' KQQvK KQRvK KQBvK KQNvK KRRvK KRBvK KRNvK KBBvK KBNvK KNNvK')
  .concat(' KQvKP KRvKP KBvKP KNvKP KQPvK KRPvK KBPvK KNPvK KPvKP KPPvK')
  .split(' ');
const fourMen = isLong ? allFourMen : ['KQvKR'];

describe('names of tables', () => {
  it('count men like the core does', () => {
    expect(tableKey('KRPvK.rtbw')).toBe((1n << 20n) | (1n << 12n) | 1n | (1n << 44n));
    expect(tableKey('KRPvK.txt')).toBeUndefined();
    expect(tableKey('KXvK.rtbw')).toBeUndefined();
  });

  it('bring in only files of the format', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'tables-'));
    await writeFile(join(empty, 'KQvK.rtbw'), Buffer.alloc(64));
    const engine = await SingleEngine.open(1, 'release', empty);

    engine.set('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1');

    expect(await readTableFiles(empty)).toHaveLength(1);
    expect(engine.core.tableWdl()).toBe(0x7fff);
    await rm(empty, { recursive: true });
  });
});

describe.skipIf(!isPresent)('tablebases', () => {
  let engine: SingleEngine;

  beforeAll(async () => {
    engine = await SingleEngine.open(1, 'release', folder);
  });

  /**
   * The tables' result for the position at an index, if it differs from the reference. Each position has eight
   * images: exchanged colours (4), mirrored ranks (2, not with pawns) and mirrored files (1).
   */
  function disagreement(endgame: Endgame, index: number, image: number): string | undefined {
    const value = endgame.values[index] ?? invalid;
    if (value === invalid) return undefined;
    const squares = new Uint8Array(endgame.men.length);
    const swap = image >> 2;
    const side = (endgame.read(index, squares) ^ swap) === 1 ? 1 : 0;
    const isUpsideDown = endgame.pawns.length > 0 ? swap : (image >> 1) & 1;
    const mirror = (isUpsideDown ? 56 : 0) ^ (image & 1 ? 7 : 0);
    const board = new Uint8Array(64);
    for (const [slot, man] of endgame.men.entries())
      board[(squares[slot] ?? 0) ^ mirror] = ((man.color ^ swap) << 3) | man.type;
    const setup: Setup = { board, side, castling: 0, passing: noSquare, clock: 0, moveNumber: 1 };
    setBoard(engine.core, setup);
    const wdl = engine.core.tableWdl();
    const dtz = engine.core.tableDtz();
    const plies = value < 0 ? value + 1 : value;
    // Some tables count in moves: their distances are exact to one ply. Mated positions have no distance.
    const isClose = value === -1 || Math.abs(dtz - plies) <= 1;
    if (wdl === 2 * Math.sign(value) && isClose) return undefined;
    return `${endgame.name} ${formatFen(setup)}: ${wdl} ${dtz} instead of ${plies}`;
  }

  it(
    'agree with our own analysis in every position of king and man against king',
    { timeout: 600_000 },
    () => {
      const retrograde = new Retrograde();
      for (const name of threeMen) {
        const endgame = retrograde.solve(name);
        const wrong: string[] = [];
        for (const index of endgame.values.keys()) {
          // One image of each position in ordinary runs, all images in long runs.
          for (let image = isLong ? 0 : index & 7; image < (isLong ? 8 : (index & 7) + 1); image++) {
            const complaint = disagreement(endgame, index, image);
            if (complaint) wrong.push(complaint);
          }
        }
        expect(wrong.slice(0, 5)).toEqual([]);
      }
    },
  );

  it(`agree with our own analysis of ${fourMen.length} endings of four men`, { timeout: 7_200_000 }, () => {
    const random = randomFrom(17);
    const retrograde = new Retrograde();
    for (const name of fourMen) {
      const endgame = retrograde.solve(name);
      const wrong: string[] = [];
      for (let looked = 0; looked < samples / fourMen.length;) {
        const index = Math.floor(random() * endgame.values.length);
        if (endgame.values[index] === invalid) continue;
        looked++;
        const complaint = disagreement(endgame, index, looked & 7);
        if (complaint) wrong.push(complaint);
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    }
  });

  it('are consistent with the moves from random positions of four men', { timeout: 600_000 }, () => {
    const random = randomFrom(4);
    const wrong: string[] = [];
    for (let count = 0; count < samples;) {
      const setup = randomFour(random);
      if (!setup) continue;
      count++;
      setBoard(engine.core, setup);
      const moves = engine.legal();
      if (moves.length === 0) continue;
      const { core } = engine;
      const wdl = core.tableWdl();
      const dtz = core.tableDtz();
      let best = -2;
      let least = Infinity;
      for (const move of moves) {
        const isZeroing = core.isNoisy(move) !== 0 || ((setup.board[move & 63] ?? 0) & 7) === 1;
        core.makeMove(move);
        const isMate = engine.legal().length === 0 && core.inCheck() !== 0;
        const reply = isMate ? 2 : -core.tableWdl();
        const distance = isZeroing || isMate ? 1 : Math.abs(core.tableDtz()) + 1;
        core.unmakeMove();
        best = Math.max(best, reply);
        if (reply === 2) least = Math.min(least, distance);
      }
      const isClose = wdl !== 2 || Math.abs(dtz - least) <= 1;
      // One half-move can turn a win into a cursed win (50-move rule), so neighbours may differ by one.
      if (Math.sign(best) !== Math.sign(wdl) || Math.abs(best - wdl) > 1 || !isClose)
        wrong.push(`${formatFen(setup)}: ${wdl} ${dtz}, its moves say ${best} ${least}`);
    }

    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('lead a won ending to mate with progress in every move', () => {
    engine.forget();
    engine.set('8/8/8/3k4/8/8/8/KBN5 w - - 0 1');
    let plies = 0;
    while (engine.legal().length > 0 && plies < 100) {
      const [line] = engine.think({ nodes: 300 }).lines;
      const move = engine.core.bestMove();
      expect(line?.moves).not.toHaveLength(0);
      engine.core.makeMove(move);
      plies++;
    }

    expect(engine.legal()).toHaveLength(0);
    expect(engine.core.inCheck()).toBe(1);
    expect(plies).toBeLessThanOrEqual(66);
  });

  it('are named in the analysis of the pool', async () => {
    const pool = await EnginePool.open({ threads: 1, hashMb: 1, syzygyPath: folder });
    const drawn = await pool.analyse({ fen: '8/8/4k3/8/4K3/4P3/8/8 w - - 0 1', depth: 8 });
    const won = await pool.analyse({ fen: '8/3q4/8/8/3k4/8/6R1/7K b - - 0 1', depth: 4 });
    const unknown = await pool.analyse({ fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', depth: 4 });
    await pool.close();

    expect(drawn).toMatchObject({ score: 0, tablebase: { wdl: 0, dtz: 0 } });
    expect(won.tablebase?.wdl).toBe(2);
    expect(won.score).toBeGreaterThan(27_000);
    expect(unknown.tablebase).toBeUndefined();
  });
});
