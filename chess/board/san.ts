import { attackersOf, inCheck } from './attacks.ts';
import { type Board, king, kindOf, manAt, pawn, squareName } from './board.ts';
import { hasLegalMove, isSafe } from './generate.ts';
import { fromOf, makeMove, packMove, type PackedMove, promotionOf, toOf } from './make.ts';
import { letterOf } from './text.ts';

/** Makes a legal move and returns its SAN, which needs the board before and after the move. */
export function playSan(board: Board, move: PackedMove): string {
  const name = nameOf(board, move);
  makeMove(board, move);
  if (!inCheck(board)) return name;
  return hasLegalMove(board) ? `${name}+` : `${name}#`;
}

function nameOf(board: Board, move: PackedMove): string {
  const from = fromOf(move);
  const to = toOf(move);
  const man = manAt(board, from);
  const kind = kindOf(man);
  if (kind === king && Math.abs(to - from) === 2) return to > from ? 'O-O' : 'O-O-O';
  const isCapture = manAt(board, to) !== 0 || (kind === pawn && to === board.enPassant);
  if (kind === pawn) {
    const capture = isCapture ? `${squareName(from).charAt(0)}x` : '';
    const promotion = promotionOf(move) === 0 ? '' : `=${'QRBN'.charAt(promotionOf(move) - 1)}`;
    return `${capture}${squareName(to)}${promotion}`;
  }
  return `${letterOf(kind)}${originOf(board, move)}${isCapture ? 'x' : ''}${squareName(to)}`;
}

/** The disambiguation of a piece from others that can legally move there: file, else rank, else both (PGN 8.2.3.4). */
function originOf(board: Board, move: PackedMove): string {
  const from = fromOf(move);
  const rivals = otherOrigins(board, from, toOf(move));
  if (rivals.length === 0) return '';
  const name = squareName(from);
  if (rivals.every((square) => (square & 7) !== (from & 7))) return name.charAt(0);
  if (rivals.every((square) => square >> 3 !== from >> 3)) return name.charAt(1);
  return name;
}

/** Men other than pawns and kings move to the squares that they attack. */
function otherOrigins(board: Board, from: number, to: number): number[] {
  const man = manAt(board, from);
  if (kindOf(man) === king) return [];
  return attackersOf(board, to, board.side).filter(
    (square) => square !== from && manAt(board, square) === man && isSafe(board, packMove(square, to)),
  );
}
