import { describe, expect, it } from 'vitest';
import { toCentipawns, toUnits } from './centipawns.ts';

describe('centipawns', () => {
  it('are more than the units of the search, alike on both sides, and come back', () => {
    for (const units of [0, 1, 17, 200, 999, 6_000]) {
      expect(toUnits(toCentipawns(units))).toBe(units);
      expect(toCentipawns(-units)).toBe(0 - toCentipawns(units));
    }
    expect(toCentipawns(200)).toBeGreaterThan(250);
    expect(Object.is(toCentipawns(-0.1), 0)).toBe(true);
  });

  it.each([30_000, 29_993, 28_000, 27_488, -27_488, -29_999])('leave %d, a distance, as it is', (score) => {
    expect(toCentipawns(score)).toBe(score);
    expect(toUnits(score)).toBe(score);
  });

  it.each([20_000, 27_487, -20_000])('never make a distance of %d', (score) => {
    expect(Math.abs(toCentipawns(score))).toBeLessThan(27_488);
  });
});
