import { describe, expect, test } from 'vitest';
import { moveAccuracy, sideAccuracy, volatilities, winPercent } from './accuracy.ts';

describe('winning chances', () => {
  test.each([
    [0, 50],
    [100, 59.1],
    [-100, 40.9],
    [300, 75.11],
    [1000, 97.54],
    [10_000, 100],
    [29_999, 100],
    [-30_000, 0],
  ])('at %i centipawns are %d', (score, expected) => {
    expect(winPercent(score)).toBeCloseTo(expected, 2);
  });

  test.each([1, 37, 250, 4000])('of both sides are 100 together, at %i', (score) => {
    expect(winPercent(score) + winPercent(-score)).toBeCloseTo(100, 10);
  });
});

describe('the accuracy of a move', () => {
  test.each([
    [50, 50, 100],
    [50, 60, 100],
    [60, 50, 63.58],
    [60, 59, 95.6],
    [100, 0, 0],
    [90, 5, 0],
  ])('from %d to %d is %d', (before, after, expected) => {
    expect(moveAccuracy(before, after)).toBeCloseTo(expected, 1);
  });
});

describe('volatility', () => {
  test.each([0, 1, 2, 5, 19, 20, 45, 79, 80, 200])('has one weight for each of %i moves', (moves) => {
    const chances = Array.from({ length: moves + 1 }, (_, index) => (index * 37) % 100);

    expect(volatilities(chances)).toHaveLength(moves);
  });

  test('is at least a half in a quiet game', () => {
    expect(volatilities([50, 50, 50, 50])).toEqual([0.5, 0.5, 0.5]);
  });

  test('is twelve at most', () => {
    expect(volatilities([0, 100, 0])).toEqual([12, 12]);
  });

  test('is the standard deviation of two neighbours in a short game', () => {
    expect(volatilities([50, 54, 54, 60])).toEqual([2, 0.5, 3]);
  });

  test('slides a tenth of the game, the first moves share a window', () => {
    const chances = Array.from({ length: 41 }, (_, index) => (index < 3 ? 50 : 58));

    const weights = volatilities(chances);

    // four positions: 50 50 50 58, then 50 50 58 58, then 50 58 58 58, then level
    expect(weights.slice(0, 3)).toEqual([Math.sqrt(12), Math.sqrt(12), Math.sqrt(12)]);
    expect(weights.slice(3, 6)).toEqual([4, Math.sqrt(12), 0.5]);
  });
});

describe('the accuracy of a side', () => {
  test('is 100 for no moves', () => {
    expect(sideAccuracy([])).toBe(100);
  });

  test('is the mean of the weighted and the harmonic mean', () => {
    const moves = [
      { accuracy: 100, weight: 1 },
      { accuracy: 50, weight: 3 },
    ];

    // (100 + 150) / 4 = 62.5 and 2 / (1/100 + 1/50) = 66.67
    expect(sideAccuracy(moves)).toBeCloseTo((62.5 + 200 / 3) / 2, 10);
  });

  test('survives a worthless move', () => {
    const moves = [
      { accuracy: 100, weight: 1 },
      { accuracy: 0, weight: 1 },
    ];

    // 50 and 2 / (1/100 + 1/1)
    expect(sideAccuracy(moves)).toBeCloseTo((50 + 2 / 1.01) / 2, 10);
  });
});
