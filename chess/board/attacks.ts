import { bishop, type Board, king, kingOf, knight, pawn, queen, rook } from './board.ts';
import { diagonalFrom, kingFrom, knightFrom, pawnFrom, straightFrom } from './geometry.ts';

/** Squares of the men of colour `by` that attack a square. */
export function attackersOf(board: Board, square: number, by: number): number[] {
  const { squares } = board;
  const man = by * 8;
  const found: number[] = [];
  for (const from of knightFrom(square)) if (squares[from] === man + knight) found.push(from);
  for (const from of kingFrom(square)) if (squares[from] === man + king) found.push(from);
  for (const from of pawnFrom(square, by ^ 1)) if (squares[from] === man + pawn) found.push(from);
  for (const line of straightFrom(square)) {
    const from = sliderOn(squares, line, man + rook, man + queen);
    if (from >= 0) found.push(from);
  }
  for (const line of diagonalFrom(square)) {
    const from = sliderOn(squares, line, man + bishop, man + queen);
    if (from >= 0) found.push(from);
  }
  return found;
}

/** Whether {@link attackersOf} finds any; without a list, as it is called for every examined move. */
export function isAttacked(board: Board, square: number, by: number): boolean {
  const { squares } = board;
  const man = by * 8;
  if (standsOn(squares, knightFrom(square), man + knight)) return true;
  if (standsOn(squares, kingFrom(square), man + king)) return true;
  if (standsOn(squares, pawnFrom(square, by ^ 1), man + pawn)) return true;
  for (const line of straightFrom(square))
    if (sliderOn(squares, line, man + rook, man + queen) >= 0) return true;
  for (const line of diagonalFrom(square))
    if (sliderOn(squares, line, man + bishop, man + queen) >= 0) return true;
  return false;
}

/** Whether the side to move is in check. */
export function inCheck(board: Board): boolean {
  return isAttacked(board, kingOf(board, board.side), board.side ^ 1);
}

// counted loops: in uncompiled code iterators take several times as long, and replays often run first

function standsOn(squares: Uint8Array, places: readonly number[], man: number): boolean {
  for (let index = 0; index < places.length; index++) if (squares[places[index] ?? 0] === man) return true;
  return false;
}

/** The square of the first man on a line, if it has one of two kinds; else -1. */
function sliderOn(squares: Uint8Array, line: readonly number[], one: number, another: number): number {
  for (let index = 0; index < line.length; index++) {
    const square = line[index] ?? 0;
    const man = squares[square];
    if (man === one || man === another) return square;
    if (man !== 0) return -1;
  }
  return -1;
}
