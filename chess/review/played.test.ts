import { expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import { readPlayedMoves } from './played.ts';

test('coordinates become notation and positions', () => {
  const moves = readPlayedMoves(startFen, ['e2e4', 'e7e5', 'g1f3']);

  expect(moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
  expect(moves.at(-1)).toEqual({
    from: 'g1',
    to: 'f3',
    promotion: null,
    san: 'Nf3',
    fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
  });
});

test('a pawn becomes what it was asked to', () => {
  const [move] = readPlayedMoves('8/4P3/8/8/8/8/k6K/8 w - - 0 1', ['e7e8q']);

  expect(move).toMatchObject({ promotion: 'Q', san: 'e8=Q' });
});

test.each([['e2e5'], ['hello'], ['']])('%j is no move of the game', (move) => {
  expect(() => readPlayedMoves(startFen, [move])).toThrow(/legal|move/);
});
