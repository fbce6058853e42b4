import { expect, test } from 'vitest';
import { withFiftyMoves } from './fifty-moves.ts';

function told(wdl: number, dtz: number, clock: number, mateIn: number | null = null) {
  return withFiftyMoves({ isKnown: true, wdl, dtz }, { clock, mateIn });
}

test.each([
  ['a win in time', 2, 27, 72, 2],
  ['a loss in time', -2, -27, 72, -2],
  ['a win that comes too late', 2, 27, 74, 1],
  ['a loss that does', -2, -27, 74, -1],
  ['a win that may be a half-move short', 2, 27, 73, null],
  ['a win of exactly fifty moves, as it is in the table', 2, 100, 0, 2],
  ['what the table calls cursed', 1, 105, 0, 1],
  ['what it calls cursed, later', 1, 105, 20, 1],
  ['a draw', 0, 0, 99, 0],
])('%s: result %d in %d half-moves, at %d, is %j', (_, wdl, dtz, clock, expected) => {
  expect(told(wdl, dtz, clock)).toEqual({ isKnown: true, wdl: expected, dtz });
});

test('a mate that was found is in time', () => {
  expect(told(2, 3, 99, 2)).toMatchObject({ wdl: 2 });
});
