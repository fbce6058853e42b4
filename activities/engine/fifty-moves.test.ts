import { expect, test } from 'vitest';
import { withFiftyMoves } from './fifty-moves.ts';

const lines = [
  { rank: 1, score: 27_973, seldepth: 1, moves: ['a1a2'] },
  { rank: 2, score: 400, seldepth: 1, moves: ['a1a3'] },
];

function told(wdl: number, dtz: number, clock: number, mateIn: number | null = null) {
  const sign = Math.sign(wdl);
  const score = Math.abs(wdl) === 2 ? sign * (28_000 - Math.abs(dtz)) : 0;
  const tablebase = { isKnown: true, wdl, dtz };
  const result = withFiftyMoves({ score, mateIn, lines, tablebase }, clock);
  return { ...result, wdl: result.tablebase.wdl, best: result.lines[0]?.score, next: result.lines[1]?.score };
}

test.each([
  ['a win in time', 2, 27, 72, 2, 27_973],
  ['a loss in time', -2, -27, 72, -2, -27_973],
  ['a win that comes too late', 2, 27, 74, 1, 0],
  ['a loss that does', -2, -27, 74, -1, 0],
  ['a win that may be a half-move short', 2, 27, 73, null, 27_973],
  ['a win of exactly fifty moves, as it is in the table', 2, 100, 0, 2, 27_900],
  ['what the table calls cursed', 1, 105, 0, 1, 0],
  ['what it calls cursed, later', 1, 105, 20, 1, 0],
  ['a draw', 0, 0, 99, 0, 0],
])('%s: result %d in %d half-moves, at %d, is %j', (_, wdl, dtz, clock, expected, score) => {
  expect(told(wdl, dtz, clock)).toMatchObject({ wdl: expected, score });
  expect(told(wdl, dtz, clock).tablebase).toMatchObject({ isKnown: true, dtz });
});

test('a mate that was found is in time', () => {
  expect(told(2, 3, 99, 2)).toMatchObject({ wdl: 2, mateIn: 2 });
});

test('the line that is played has the score of the whole, others keep theirs', () => {
  expect(told(2, 27, 90)).toMatchObject({ score: 0, best: 0, next: 400 });
  expect(told(2, 27, 10)).toMatchObject({ score: 27_973, best: 27_973, next: 400 });
});
