import { expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import { sanLine } from './san-line.ts';

test.each([
  ['e2e4 e7e5 g1f3 b8c6 f1b5', startFen, 'e4 e5 Nf3 Nc6 Bb5'],
  ['e1g1 e8c8', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1', 'O-O O-O-O'],
  ['b7b8q', '8/1P6/8/8/8/k7/8/K7 w - - 0 1', 'b8=Q'],
  ['f2f3 e7e5 g2g4 d8h4', startFen, 'f3 e5 g4 Qh4#'],
])('%s is named move by move', (moves, fen, expected) => {
  expect(sanLine(fen, moves.split(' ')).join(' ')).toBe(expected);
});

test.each([
  ['an illegal move', 'e2e4 e2e4 g1f3', ['e4']],
  ['something else', 'e2e4 0000', ['e4']],
  ['a blocked pawn', 'e2e4 e7e5 e4e5', ['e4', 'e5']],
])('a line ends before %s', (_, moves, expected) => {
  expect(sanLine(startFen, moves.split(' '))).toEqual(expected);
});

test('an empty line has no names', () => {
  expect(sanLine(startFen, [])).toEqual([]);
});
