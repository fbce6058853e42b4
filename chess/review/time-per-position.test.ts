import { expect, it } from 'vitest';
import { deeperTime, timePerPosition } from './time-per-position.ts';

it.each([
  [4, 1_500],
  [80, 555],
  [6_000, 50],
])('a game of %i half-moves has %i ms for each position', (moves, time) => {
  expect(timePerPosition(moves)).toBe(time);
});

it('reviews forty moves within a minute', () => {
  expect(timePerPosition(80) * 81).toBeLessThan(50_000);
});

it('searches longer up to the ceiling of the server', () => {
  expect(deeperTime(555, 15_000)).toBe(2_220);
  expect(deeperTime(5_000, 15_000)).toBe(15_000);
  expect(deeperTime(15_000, 15_000)).toBeNull();
});
