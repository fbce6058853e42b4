import { expect, test } from 'vitest';
import { countCrash, pauseMs } from './backoff.ts';

test('pauses double from a quarter of a second up to half a minute', () => {
  expect([1, 2, 3, 4, 8, 9, 1000].map(pauseMs)).toEqual([250, 500, 1000, 2000, 30_000, 30_000, 30_000]);
});

test.each([
  [0, 0, 1],
  [3, 59_999, 4],
  [3, 60_000, 1],
])('after %i crashes and a life of %i ms it is crash number %i', (before, lived, expected) => {
  expect(countCrash(before, lived)).toBe(expected);
});
