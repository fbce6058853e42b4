import { expect, test } from 'vitest';
import { tableMb } from './table-size.ts';

test.each([
  ['a glance', 50, 1, 64, 4],
  ['a second', 1_000, 1, 64, 16],
  ['a second of many threads', 1_000, 4, 64, 64],
  ['what takes long', 60_000, 1, 64, 64],
  ['a small table', 10, 1, 8, 1],
  ['the smallest table', 10_000, 1, 1, 1],
  ['a large table', 10_000, 1, 1_024, 256],
])('%s: %d ms with %d threads take, of %d MB, %d', (_, movetimeMs, threads, most, expected) => {
  expect(tableMb({ movetimeMs, threads }, most)).toBe(expected);
});
