import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { stepsOf } from '../../../chess/review/san-line.ts';
import { movesFrom, numberBefore } from './moves.ts';

it('knows every legal move with the position after it', () => {
  const moves = movesFrom(startFen);
  expect(moves).toHaveLength(20);
  expect(moves.find(({ san }) => san === 'Nf3')).toEqual({
    move: 'g1f3',
    san: 'Nf3',
    fen: 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1',
  });
});

it('walks along a line up to a move that is not legal', () => {
  expect(stepsOf(startFen, ['e2e4', 'e7e5', 'e4e5']).map(({ san }) => san)).toEqual(['e4', 'e5']);
});

it('numbers moves as score sheets do', () => {
  const afterE4 = stepsOf(startFen, ['e2e4'])[0]?.fen ?? '';
  expect(numberBefore(startFen, true)).toBe('1.');
  expect(numberBefore(afterE4, true)).toBe('1...');
  expect(numberBefore(afterE4, false)).toBe('');
});
