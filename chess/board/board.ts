/**
 * A mailbox board that is changed in place. chess.js gives the same moves (tests compare the two) but takes a
 * millisecond per half-move for notation. Replays of whole games need this faster board.
 */

/** Kinds of men; Black's have 8 added. */
export const pawn = 1;
export const knight = 2;
export const bishop = 3;
export const rook = 4;
export const queen = 5;
export const king = 6;

export const kindOf = (man: number): number => man & 7;

/** 0 for White, 1 for Black. Meaningless for an empty square. */
export const colourOf = (man: number): number => man >> 3;

/** Bits of {@link Board.castling}. */
export const rights = { K: 1, Q: 2, k: 4, q: 8 } as const;

export interface Board {
  /** 64 squares, a1 = 0, h1 = 7, a8 = 56; 0 is empty. */
  squares: Uint8Array;
  side: number;
  castling: number;
  /** The square passed over by the last move, whether or not a capture is possible; -1 for none. */
  enPassant: number;
  halfmoves: number;
  fullmove: number;
  /** The squares of the kings, by colour. */
  kings: [number, number];
}

export function manAt(board: Board, square: number): number {
  return board.squares[square] ?? 0;
}

export function kingOf(board: Board, side: number): number {
  return side === 0 ? board.kings[0] : board.kings[1];
}

export function squareName(square: number): string {
  return names[square] ?? '';
}

/** -1 for an invalid name. */
export function squareOf(name: string): number {
  return numbers.get(name) ?? -1;
}

const names = Array.from(
  { length: 64 },
  (_, square) => `${'abcdefgh'[square & 7] ?? ''}${(square >> 3) + 1}`,
);
const numbers = new Map(names.map((name, square) => [name, square]));
