import { expect, test } from 'vitest';
import { priorityOfReview } from './review-priority.ts';

test.each([
  ['a quick look at a game', 100, 80, 2],
  ['a short game', 15_000, 30, 3],
  ['a usual game', 15_000, 80, 4],
  ['the longest games', 15_000, 600, 5],
])('%s', (_what, movetimeMs, totalMoves, key) => {
  expect(priorityOfReview({ movetimeMs, totalMoves })).toBe(key);
});
