import { beforeAll, describe, expect, it } from 'vitest';
import { layout } from './core.ts';
import { netBuckets, netTerms, netWords } from './core/net-size.ts';
import { startFen } from './fen.ts';
import { SingleEngine } from './single-engine.ts';
import { randomFrom } from './testing/random.ts';
import { openSlowNet } from './testing/reference-net.ts';

let walking: SingleEngine;
let fresh: SingleEngine;

beforeAll(async () => {
  walking = await SingleEngine.open(1, 'debug');
  fresh = await SingleEngine.open(1, 'debug');
});

const places = [
  startFen,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

describe('the network', () => {
  it('is there, and not of the opinion of the hand-written evaluation', () => {
    fresh.set(places[1] ?? '');

    expect(new DataView(fresh.memory.buffer).getInt32(layout.netReady, true)).toBe(1);
    expect(fresh.core.evaluate()).not.toBe(fresh.core.evaluateByHand());
  });

  it('is what its file says, both layers of it', () => {
    const slowly = openSlowNet();
    const random = randomFrom(4);
    for (const fen of places) {
      fresh.set(fen);
      for (let ply = 0; ply < 8; ply++) {
        const moves = fresh.legal();
        fresh.core.makeMove(moves[Math.floor(random() * moves.length)] ?? 0);
        // Each of the three parts is rounded to a whole number.
        expect(Math.abs(fresh.core.evaluate() - slowly(fresh)), fresh.fen).toBeLessThan(3);
      }
    }
  });

  it.each(places)('keeps up with moves made and taken back from %s', (fen) => {
    const random = randomFrom(9);
    for (let game = 0; game < 20; game++) {
      walking.set(fen);
      let depth = 0;
      for (let step = 0; step < 60; step++) {
        const moves = walking.legal();
        const isBack = depth > 0 && (moves.length === 0 || random() < 0.25);
        if (isBack) walking.core.unmakeMove();
        else if (moves.length === 0) break;
        else walking.core.makeMove(moves[Math.floor(random() * moves.length)] ?? 0);
        depth += isBack ? -1 : 1;
        // Skips some evaluations, so that several moves have to be applied at once.
        if (random() < 0.5) continue;
        fresh.set(walking.fen);
        expect(walking.core.evaluate(), walking.fen).toBe(fresh.core.evaluate());
      }
    }
  });

  it.each([
    ['r2q1rk1/1b2bppp/p2ppn2/1p6/3NPP2/1BN5/PPP1Q1PP/R1B2RK1 b - - 0 1', 6],
    ['6k1/5p2/6p1/4Q3/3n4/7R/5PPP/6K1 w - - 0 1', 2],
  ])('adds each term with its weight in %s', async (fen, bucket) => {
    const engine = await SingleEngine.open(1);
    const { core, memory } = engine;
    const weights = core.netAt() + netWords * 2 + netBuckets * 4;
    const view = new DataView(memory.buffer);
    new Uint8Array(memory.buffer).fill(0, core.netAt(), core.netAt() + core.netBytes());
    engine.set(fen);
    core.measureActivity();
    const seen = Array.from({ length: netTerms }, (_, term) => {
      view.setInt32(weights + 4 * (bucket * netTerms + term), 256, true);
      const score = core.evaluate();
      view.setInt32(weights + 4 * (bucket * netTerms + term), 0, true);
      return score;
    });

    expect(seen).toEqual(seen.map((_, term) => core.activityTerm(term)));
    expect(new Set(seen).size).toBe(netTerms);
  });

  it('finds its place again after a long game was cut short', () => {
    const random = randomFrom(2);
    walking.set(startFen);
    for (let ply = 0; ply < 300; ply++) {
      const moves = walking.legal();
      if (moves.length === 0) break;
      walking.core.makeMove(moves[Math.floor(random() * moves.length)] ?? 0);
      walking.core.compactStates(20);
      if (ply % 7 > 0) continue;
      fresh.set(walking.fen);
      expect(walking.core.evaluate(), walking.fen).toBe(fresh.core.evaluate());
    }
  });
});
