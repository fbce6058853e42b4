import { expect, it } from 'vitest';
import { isWhole, windowAround } from './window.ts';

it.each([
  [0, 80, 1, 80],
  [0, 0, 1, 0],
  [0, 6_000, 1, 600],
  [3_000, 6_000, 2_700, 3_299],
  [6_000, 6_000, 5_401, 6_000],
])('at half-move %i of %i lists show %i to %i', (ply, plies, first, last) => {
  expect(windowAround(ply, plies)).toEqual({ first, last });
  expect(isWhole(plies)).toBe(last - first + 1 >= plies);
});
