import { expect, it } from 'vitest';
import { deeperTime, timeOfPosition, timePerPosition } from './time-per-position.ts';

it.each([
  [4, 1_500],
  [80, 493],
  [6_000, 50],
])('a game of %i half-moves has %i ms for each position', (moves, time) => {
  expect(timePerPosition(moves)).toBe(time);
});

it('reviews forty moves within a minute', () => {
  expect(timePerPosition(80) * 81).toBeLessThan(45_000);
});

it.each([
  [1_500, 0, 250],
  [1_500, 1, 250],
  [1_500, 2, 1_500],
  [100, 0, 100],
  [6_000, 0, 6_000],
])('of %i ms, the position %i half-moves before the end has %i', (movetimeMs, fromEnd, expected) => {
  expect(timeOfPosition(movetimeMs, fromEnd)).toBe(expected);
});

it('searches longer up to the ceiling of the server', () => {
  expect(deeperTime(493, 15_000)).toBe(1_972);
  expect(deeperTime(5_000, 15_000)).toBe(15_000);
  expect(deeperTime(15_000, 15_000)).toBeNull();
});
