import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { movesFrom, numberBefore, positionAfterText, stepsOf } from './moves.ts';

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

it.each(['Nf3', 'nf3', 'g1f3', 'G1F3'])('reads %s', (text) => {
  expect(positionAfterText(startFen, text)).toContain('5N2');
});

it('refuses what means nothing, or two moves', () => {
  const fen = '4k3/8/8/8/8/8/8/R3K2R w - - 0 1';
  expect(positionAfterText(fen, 'Rxx')).toBeNull();
  expect(positionAfterText('4k3/8/8/8/8/R7/8/R3K3 w - - 0 1', 'Ra2')).toBeNull();
});
