import {
  bishop,
  type Board,
  colourOf,
  king,
  kindOf,
  kingOf,
  knight,
  manAt,
  pawn,
  queen,
  rook,
} from './board.ts';
import { diagonalFrom, kingFrom, knightFrom, pawnFrom, straightFrom } from './geometry.ts';

/** Squares of the men of a colour that attack a square. */
export function attackersOf(board: Board, square: number, by: number): number[] {
  const found: number[] = [];
  const man = by * 8;
  for (const from of knightFrom(square)) if (manAt(board, from) === man + knight) found.push(from);
  for (const from of kingFrom(square)) if (manAt(board, from) === man + king) found.push(from);
  for (const from of pawnFrom(square, by ^ 1)) if (manAt(board, from) === man + pawn) found.push(from);
  for (const line of straightFrom(square)) {
    const from = firstMan(board, line);
    if (from >= 0 && isSlider(manAt(board, from), by, rook)) found.push(from);
  }
  for (const line of diagonalFrom(square)) {
    const from = firstMan(board, line);
    if (from >= 0 && isSlider(manAt(board, from), by, bishop)) found.push(from);
  }
  return found;
}

/** The same question without the answer's list: it is asked for every move that is looked at. */
export function isAttacked(board: Board, square: number, by: number): boolean {
  const man = by * 8;
  for (const from of knightFrom(square)) if (manAt(board, from) === man + knight) return true;
  for (const from of kingFrom(square)) if (manAt(board, from) === man + king) return true;
  for (const from of pawnFrom(square, by ^ 1)) if (manAt(board, from) === man + pawn) return true;
  for (const line of straightFrom(square)) {
    const from = firstMan(board, line);
    if (from >= 0 && isSlider(manAt(board, from), by, rook)) return true;
  }
  for (const line of diagonalFrom(square)) {
    const from = firstMan(board, line);
    if (from >= 0 && isSlider(manAt(board, from), by, bishop)) return true;
  }
  return false;
}

/** Whether the side to move is in check. */
export function inCheck(board: Board): boolean {
  return isAttacked(board, kingOf(board, board.side), board.side ^ 1);
}

function firstMan(board: Board, line: readonly number[]): number {
  for (const square of line) if (manAt(board, square) !== 0) return square;
  return -1;
}

function isSlider(man: number, side: number, kind: number): boolean {
  return colourOf(man) === side && (kindOf(man) === kind || kindOf(man) === queen);
}
