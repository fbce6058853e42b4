import { type Board, king, kindOf, manAt, pawn } from './board.ts';

/** A move in 15 bits, as archives store it: 0-5 from, 6-11 to, 12-14 promotion (1 Q, 2 R, 3 B, 4 N). */
export type PackedMove = number;

export const packMove = (from: number, to: number, promotion = 0): PackedMove =>
  from | (to << 6) | (promotion << 12);
export const fromOf = (move: PackedMove): number => move & 63;
export const toOf = (move: PackedMove): number => (move >> 6) & 63;
export const promotionOf = (move: PackedMove): number => (move >> 12) & 7;

/** The state that a move overwrites, for its reversal. */
export interface Undo {
  captured: number;
  castling: number;
  enPassant: number;
  halfmoves: number;
}

/** Makes a move, legal or not. */
export function makeMove(board: Board, move: PackedMove): Undo {
  const { squares, side } = board;
  const from = fromOf(move);
  const to = toOf(move);
  const man = manAt(board, from);
  const kind = kindOf(man);
  const passed = kind === pawn && to === board.enPassant ? passedPawn(to, side) : -1;
  const captured = passed < 0 ? manAt(board, to) : manAt(board, passed);
  const undo = {
    captured,
    castling: board.castling,
    enPassant: board.enPassant,
    halfmoves: board.halfmoves,
  };

  squares[from] = 0;
  if (passed >= 0) squares[passed] = 0;
  squares[to] = promotionOf(move) === 0 ? man : side * 8 + (6 - promotionOf(move));
  if (kind === king) {
    board.kings[side] = to;
    if (Math.abs(to - from) === 2) moveRook(board, to > from ? to + 1 : to - 2, to > from ? to - 1 : to + 1);
  }
  board.castling &= keptRights(from) & keptRights(to);
  board.enPassant = kind === pawn && Math.abs(to - from) === 16 ? (from + to) / 2 : -1;
  board.halfmoves = kind === pawn || captured !== 0 ? 0 : board.halfmoves + 1;
  board.fullmove += side;
  board.side = side ^ 1;
  return undo;
}

export function unmakeMove(board: Board, move: PackedMove, undo: Undo): void {
  const from = fromOf(move);
  const to = toOf(move);
  board.side ^= 1;
  const { squares, side } = board;
  const man = promotionOf(move) === 0 ? manAt(board, to) : side * 8 + pawn;
  const passed = kindOf(man) === pawn && to === undo.enPassant ? passedPawn(to, side) : -1;

  squares[from] = man;
  squares[to] = passed < 0 ? undo.captured : 0;
  if (passed >= 0) squares[passed] = undo.captured;
  if (kindOf(man) === king) {
    board.kings[side] = from;
    if (Math.abs(to - from) === 2) moveRook(board, to > from ? to - 1 : to + 1, to > from ? to + 1 : to - 2);
  }
  board.castling = undo.castling;
  board.enPassant = undo.enPassant;
  board.halfmoves = undo.halfmoves;
  board.fullmove -= side;
}

/** The square of the pawn that an en-passant capture on this square removes. */
export const passedPawn = (square: number, side: number): number => (side === 0 ? square - 8 : square + 8);

function moveRook(board: Board, from: number, to: number): void {
  board.squares[to] = manAt(board, from);
  board.squares[from] = 0;
}

/** The castling rights that remain after a move from or to a square. */
function keptRights(square: number): number {
  if (square === 0) return 13;
  if (square === 7) return 14;
  if (square === 4) return 12;
  if (square === 56) return 7;
  if (square === 63) return 11;
  if (square === 60) return 3;
  return 15;
}
