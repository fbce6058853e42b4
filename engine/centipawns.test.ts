import { describe, expect, it } from 'vitest';
import { toCentipawns, toUnits } from './centipawns.ts';

describe('centipawns', () => {
  it('are alike on both sides and come back', () => {
    for (const units of [0, 1, 17, 200, 999, 6_000]) {
      // The step of one centipawn grows with the score.
      expect(Math.abs(toUnits(toCentipawns(units)) - units)).toBeLessThanOrEqual(Math.ceil(units / 800));
      expect(toCentipawns(-units)).toBe(0 - toCentipawns(units));
    }
    expect(toCentipawns(200)).toBeGreaterThan(250);
    expect(toCentipawns(2_000)).toBeLessThan(2_000);
    expect(Object.is(toCentipawns(-0.1), 0)).toBe(true);
  });

  it('keep the order of scores', () => {
    const scores = Array.from({ length: 2_000 }, (_, units) => toCentipawns(units));

    expect(scores.toSorted((a, b) => a - b)).toEqual(scores);
  });

  it.each([30_000, 29_993, 28_000, 27_488, -27_488, -29_999])('leave %d, a distance, as it is', (score) => {
    expect(toCentipawns(score)).toBe(score);
    expect(toUnits(score)).toBe(score);
  });

  it.each([4_000, 27_487, -27_487])('of %d are no more units than an evaluation has', (score) => {
    expect(toUnits(score)).toBe(Math.sign(score) * 20_000);
  });
});
