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
  [4, 250],
  [3, 250],
  [2, 1_500],
])(
  'of a game of four half-moves the position %i has %i ms, as a reader waits for the last two',
  (ply, expected) => {
    expect(timeOfPosition(timePerPosition(4), { moves: 4, ply })).toBe(expected);
  },
);

it.each([
  ['by a program', 4, 1_000],
  ['deeper', 4, 6_000],
  ['of a game so long that each position has less', 6_000, timePerPosition(6_000)],
])('a review %s has its time for the last position as well', (_how, moves, movetimeMs) => {
  expect(timeOfPosition(movetimeMs, { moves, ply: moves })).toBe(movetimeMs);
});

it('searches longer up to the ceiling of the server', () => {
  expect(deeperTime(493, 15_000)).toBe(1_972);
  expect(deeperTime(5_000, 15_000)).toBe(15_000);
  expect(deeperTime(15_000, 15_000)).toBeNull();
});
