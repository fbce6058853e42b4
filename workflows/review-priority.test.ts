import { expect, test } from 'vitest';
import { priorityAfterWait, priorityOfReview } from './review-priority.ts';

test.each([
  ['a quick look at a game', 100, 80, 2],
  ['a short game', 15_000, 30, 3],
  ['a usual game', 15_000, 80, 4],
  ['the longest games', 15_000, 600, 5],
])('%s', (_what, movetimeMs, totalMoves, key) => {
  expect(priorityOfReview({ movetimeMs, totalMoves, earlier: 0 })).toBe(key);
});

test.each([
  ['a second small one comes after the first ones of others', 100, 1, 3],
  ['a second usual one as well', 15_000, 1, 5],
  ['and the hundredth is no worse than the largest', 100, 100, 5],
])('%s', (_what, movetimeMs, earlier, key) => {
  expect(priorityOfReview({ movetimeMs, totalMoves: 80, earlier })).toBe(key);
});

test('a large review that has waited long enough is served like a small one', () => {
  const keys: number[] = [];
  const first = priorityOfReview({ movetimeMs: 15_000, totalMoves: 600, earlier: 0 });
  for (let key: number | null = first; key !== null; key = priorityAfterWait(key)) keys.push(key);

  expect(keys).toEqual([5, 4, 3, 2]);
});
