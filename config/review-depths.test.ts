import { expect, test } from 'vitest';
import { reviewDepths } from '../chess/review/depths.ts';
import { limits } from '../engine/request.ts';

test('a review may be asked to search as deep as the engine can', () => {
  expect(reviewDepths.most).toBe(limits.depth);
});
