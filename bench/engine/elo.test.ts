import { describe, expect, it } from 'vitest';
import { decided, eloOf, estimate, logLikelihoodRatio } from './elo.ts';

describe('a match', () => {
  it.each([
    [0.5, 0],
    [0.64, 100],
    [0.36, -100],
  ])('with a share of %f is worth %i points', (share, elo) => {
    expect(eloOf(share)).toBeCloseTo(elo, -0.5);
  });

  it('has an interval that shrinks with the games and holds the estimate', () => {
    const few = estimate({ wins: 12, draws: 6, losses: 6 });
    const many = estimate({ wins: 1200, draws: 600, losses: 600 });

    expect(few.elo).toBeCloseTo(many.elo, 6);
    expect(few.low).toBeLessThan(few.elo);
    expect(few.high - few.low).toBeGreaterThan(5 * (many.high - many.low));
  });

  it('is decided by enough games, and in the right direction', () => {
    expect(logLikelihoodRatio({ wins: 600, draws: 500, losses: 400 }, 0, 10)).toBeGreaterThan(decided);
    expect(logLikelihoodRatio({ wins: 400, draws: 500, losses: 600 }, 0, 10)).toBeLessThan(-decided);
    expect(Math.abs(logLikelihoodRatio({ wins: 6, draws: 5, losses: 4 }, 0, 10))).toBeLessThan(decided);
    expect(logLikelihoodRatio({ wins: 0, draws: 0, losses: 0 }, 0, 10)).toBe(0);
  });
});
