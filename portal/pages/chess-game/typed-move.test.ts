import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { notationOf } from '../../../chess/move.ts';
import { languageOf } from '../../language.ts';
import { typedMove } from './typed-move.ts';

const { t } = languageOf('en');
const typed = (text: string, fen = startFen) => notationOf(typedMove(fen, text, t));

it('reads a move however it is written', () => {
  for (const text of ['Nf3', 'nf3', 'g1f3', 'NF3', 'Nf3!']) expect(typed(text)).toBe('g1f3');
  for (const text of ['e4', 'E4', 'e2-e4', 'E2E4']) expect(typed(text)).toBe('e2e4');
});

it('takes a small b for the file before it takes it for the bishop', () => {
  const fen = '4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1';
  expect(typed('bxc3', fen)).toBe('b2c3');
  expect(typed('Bxc3', fen)).toBe('d2c3');
  expect(typed('bf4', fen)).toBe('d2f4');
});

it('says why it takes none', () => {
  expect(() => typed('Ke3')).toThrow('Ke3 is no legal move here');
  expect(() => typed('a8', '7k/P7/8/8/8/8/8/K7 w - - 0 1')).toThrow('like a8=Q');
  expect(() => typed('Nd2', '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1')).toThrow('f3d2');
  expect(typed('a8=n', '7k/P7/8/8/8/8/8/K7 w - - 0 1')).toBe('a7a8=N');
});
