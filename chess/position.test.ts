import { describe, expect, it } from 'vitest';

import { startFen } from './fen.ts';
import { coordinatesOf } from './move.ts';
import {
  boardOf,
  boardText,
  castlingOf,
  clocksOf,
  enPassantOf,
  isCheck,
  legalMoves,
  turnOf,
} from './position.ts';

describe('a position', () => {
  const fen = '4k3/1P6/8/2pP4/8/8/8/4K2R w K c6 0 40';

  it('is drawn as text with labels on every side', () => {
    expect(boardText(startFen)).toBe(`  a b c d e f g h
8 r n b q k b n r 8
7 p p p p p p p p 7
6 . . . . . . . . 6
5 . . . . . . . . 5
4 . . . . . . . . 4
3 . . . . . . . . 3
2 P P P P P P P P 2
1 R N B Q K B N R 1
  a b c d e f g h
`);
  });

  it('tells what it is made of', () => {
    expect(boardOf(fen)).toEqual({ e8: 'k', b7: 'P', c5: 'p', d5: 'P', e1: 'K', h1: 'R' });
    expect(turnOf(fen)).toBe('white');
    expect(castlingOf(fen)).toEqual({
      white: { kingside: true, queenside: false },
      black: { kingside: false, queenside: false },
    });
    expect(enPassantOf(fen)).toBe('c6');
    expect(enPassantOf(startFen)).toBeNull();
    expect(clocksOf(fen)).toEqual({ halfmoves: 0, fullmove: 40 });
    expect(isCheck(fen)).toBe(false);
    expect(isCheck('4k3/8/8/8/8/8/8/4R1K1 b - - 0 1')).toBe(true);
  });

  it('lists castling as the move of the king, and every promotion', () => {
    const moves = legalMoves(fen).map(coordinatesOf);

    expect(moves).toContain('e1g1');
    expect(moves).toContain('d5c6');
    expect(moves.filter((move) => move.startsWith('b7'))).toEqual(['b7b8q', 'b7b8r', 'b7b8b', 'b7b8n']);
    expect(moves).toHaveLength(21);
  });
});
