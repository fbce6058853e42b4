import { expect, test } from 'vitest';
import { deepestSearch } from '../chess/review/depths.ts';
import { limits } from '../engine/request.ts';

test('a search may be asked to go as deep as the engine can', () => {
  expect(deepestSearch).toBe(limits.depth);
});
