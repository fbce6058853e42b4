import { type Board, squareName } from './board.ts';
import { isSafe, pseudoLegalMovesFrom } from './generate.ts';
import { pawnFrom } from './geometry.ts';
import { toOf } from './make.ts';
import { readBoard, writePosition } from './text.ts';

/**
 * A key that is equal for repeated positions (FIDE 9.2.3): same side to move, placement, castling rights and possible
 * en-passant capture. A passed-over square without a legal capture makes no difference.
 */
export function repetitionKey(board: Board): string {
  const position = writePosition(board);
  return canCapturePassing(board) ? `${position} ${squareName(board.enPassant)}` : `${position} -`;
}

/** The same key from six fields. */
export function repetitionKeyOf(fen: string): string {
  const [placement = '', side = '', castling = '', enPassant = ''] = fen.split(' ', 4);
  if (enPassant === '-') return `${placement} ${side} ${castling} -`;
  return repetitionKey(readBoard(fen));
}

function canCapturePassing(board: Board): boolean {
  const { enPassant, side } = board;
  if (enPassant < 0) return false;
  // a pawn of the other colour on this square would attack the squares from which it is attacked
  return pawnFrom(enPassant, side ^ 1).some((from) =>
    pseudoLegalMovesFrom(board, from).some(
      (move) => toOf(move) === enPassant && isPawn(board, from) && isSafe(board, move),
    ),
  );
}

function isPawn(board: Board, square: number): boolean {
  return ((board.squares[square] ?? 0) & 7) === 1;
}
