import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { edited, isPlacement } from './edit.ts';

it('puts a man on a square, and takes it away', () => {
  const placed = edited(startFen, { square: 'e4', man: 'q' });
  expect(placed).toBe('rnbqkbnr/pppppppp/8/8/4q3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  expect(edited(placed, { square: 'e4', man: '' })).toBe(startFen);
});

it('ends the rights that need a man which is gone', () => {
  expect(edited(startFen, { square: 'h1', man: '' }).split(' ')[2]).toBe('Qkq');
  expect(edited(startFen, { square: 'e8', man: '' }).split(' ')[2]).toBe('KQ');
});

it('changes side and rights', () => {
  expect(edited(startFen, { turn: 'b', castling: ['q', 'K'] })).toBe(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kq - 0 1',
  );
  expect(edited(startFen, { castling: [] }).split(' ')[2]).toBe('-');
});

it('forgets a capture in passing', () => {
  const fen = 'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3';
  expect(edited(fen, { turn: 'w' })).toBe('rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3');
});

it.each([
  ['8/8/8/8/8/8/8/8', true],
  ['8/8/8/8/8/8/8/7', false],
  ['8/8/8/8/8/8/8', false],
  ['8/8/8/8/8/8/8/7x', false],
  ['9/8/8/8/8/8/8/8', false],
])('%s is a placement: %s', (text, expected) => {
  expect(isPlacement(text)).toBe(expected);
});
