import { beforeAll, describe, expect, it } from 'vitest';
import { compileCore, type Core, createMemory, fixedBytes, instantiate, setBoard } from './core.ts';
import { formatFen, parseFen, startFen } from './fen.ts';
import type { Setup } from './position-setup.ts';
import { findMove, legalMoves, moveName } from './moves.ts';
import { randomFrom } from './testing/random.ts';
import { slowMake, slowMoves } from './testing/reference-rules.ts';

let core: Core;
let memory: WebAssembly.Memory;

beforeAll(async () => {
  // The debug build proves keys and state after every move.
  const module = await compileCore('debug');
  memory = createMemory(fixedBytes(module, 1));
  core = instantiate(module, memory);
  core.initTables();
  core.setThread(0);
});

function slowNames(setup: Setup): string[] {
  return slowMoves(setup)
    .map((move) => moveName(move.from | (move.to << 6) | (move.promotion ? (move.promotion + 2) << 12 : 0)))
    .toSorted();
}

/** A random walk of legal moves from the start. */
function randomSetups(seed: number, games: number): Setup[] {
  const random = randomFrom(seed);
  const setups: Setup[] = [];
  for (let game = 0; game < games; game++) {
    let setup = parseFen(startFen);
    for (let ply = 0; ply < 80; ply++) {
      const moves = slowMoves(setup);
      const move = moves[Math.floor(random() * moves.length)];
      if (!move) break;
      setup = slowMake(setup, move);
      setups.push(setup);
    }
  }
  return setups;
}

describe('counting leaves', () => {
  it.each([
    [startFen, 4, 197_281n],
    ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3, 97_862n],
    ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 5, 674_624n],
    ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 4, 422_333n],
    ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 3, 62_379n],
    ['r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 3, 89_890n],
    // En passant that would uncover the king along the rank, by a diagonal, and one that blocks a check.
    ['3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1', 6, 1_134_888n],
    ['8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1', 5, 138_886n],
    ['8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1', 6, 1_440_467n],
    // Castling that gives check, is lost by a capture, or passes an attacked square.
    ['5k2/8/8/8/8/8/8/4K2R w K - 0 1', 6, 661_072n],
    ['3k4/8/8/8/8/8/8/R3K3 w Q - 0 1', 6, 803_711n],
    ['r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1', 4, 1_274_206n],
    ['r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1', 4, 1_720_476n],
    // Promotions out of check, to give check, under promotion.
    ['2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1', 6, 3_821_001n],
    ['4k3/1P6/8/8/8/8/K7/8 w - - 0 1', 6, 217_342n],
    ['8/P1k5/K7/8/8/8/8/8 w - - 0 1', 6, 92_683n],
    ['8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1', 4, 23_527n],
  ])('agrees for %s at depth %i', (fen, depth, leaves) => {
    setBoard(core, parseFen(fen));

    expect(core.perft(depth)).toBe(leaves);
  });
});

describe('legal moves', () => {
  it('are those of the slow rules in random positions', () => {
    for (const setup of randomSetups(7, 12)) {
      setBoard(core, setup);
      const names = legalMoves(core, memory).map(moveName).toSorted();

      expect(names, formatFen(setup)).toEqual(slowNames(setup));
    }
  });

  it('are recognised among all sixteen-bit numbers', () => {
    const random = randomFrom(3);
    for (const setup of randomSetups(11, 4)) {
      setBoard(core, setup);
      const legal = new Set(legalMoves(core, memory));
      for (const move of legal) expect(core.isLegal(move), `${formatFen(setup)} ${moveName(move)}`).toBe(1);
      for (let tries = 0; tries < 400; tries++) {
        const move = Math.floor(random() * 65_536);
        expect(Boolean(core.isLegal(move)), `${formatFen(setup)} ${move}`).toBe(legal.has(move));
      }
    }
  });

  it('tell checks before they are made', () => {
    for (const setup of randomSetups(5, 6)) {
      setBoard(core, setup);
      for (const move of legalMoves(core, memory)) {
        const foretold = core.givesCheck(move);
        core.makeMove(move);
        const isCheck = core.inCheck();
        core.unmakeMove();

        expect(foretold, `${formatFen(setup)} ${moveName(move)}`).toBe(isCheck);
      }
    }
  });

  it('find coordinates in every spelling', () => {
    setBoard(core, parseFen('8/P1k5/K7/8/8/8/8/8 w - - 0 1'));

    const spellings = ['a7a8q', 'A7A8Q', 'a7a8=Q'].map((name) => findMove(core, memory, name));

    expect(new Set(spellings).size).toBe(1);
    expect(spellings[0]).toBeDefined();
    expect(findMove(core, memory, 'a7a8')).toBeUndefined();
  });
});

describe('exchanges', () => {
  it.each([
    ['1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1', 'e1e5', 100],
    ['1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1', 'd3e5', -230],
    ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', 100],
    ['4k3/8/8/8/8/8/4q3/4K3 w - - 0 1', 'e1e2', 1000],
    ['3rk3/8/8/8/8/8/8/3RK3 w - - 0 1', 'd1d8', 0],
  ])('in %s make %s worth %i', (fen, name, worth) => {
    setBoard(core, parseFen(fen));
    const move = findMove(core, memory, name) ?? 0;

    expect(core.exchangeReaches(move, worth)).toBe(1);
    expect(core.exchangeReaches(move, worth + 1)).toBe(0);
  });
});
