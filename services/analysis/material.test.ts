import { expect, test } from 'vitest';
import { materialOf } from './material.ts';

test.each([
  ['4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'KRvK'],
  ['4k2r/8/8/8/8/8/8/4K3 w - - 0 1', 'KRvK'],
  ['4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1', 'KRPvKR'],
  ['4k2q/8/8/8/8/8/8/4K2R w - - 0 1', 'KQvKR'],
  ['4k2b/8/8/8/8/8/8/4K2N w - - 0 1', 'KBvKN'],
  ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'KvK'],
])('the men of %s are %s', (fen, name) => {
  expect(materialOf(fen)).toBe(name);
});
