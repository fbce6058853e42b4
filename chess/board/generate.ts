import { inCheck, isAttacked } from './attacks.ts';
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
  rights,
  rook,
} from './board.ts';
import { diagonalFrom, kingFrom, knightFrom, pawnFrom, straightFrom } from './geometry.ts';
import { makeMove, packMove, type PackedMove, unmakeMove } from './make.ts';

/** Every legal move of the side to move. */
export function legalMovesOf(board: Board): PackedMove[] {
  return pseudoLegalMoves(board).filter((move) => isSafe(board, move));
}

/** Whether a legal move exists; faster than {@link legalMovesOf}. */
export function hasLegalMove(board: Board): boolean {
  for (let from = 0; from < 64; from++) {
    const moves: PackedMove[] = [];
    pushMovesFrom(board, from, moves);
    if (moves.some((move) => isSafe(board, move))) return true;
  }
  return false;
}

/** Moves by the men's movement, whether or not their own king is in check afterwards. */
export function pseudoLegalMoves(board: Board): PackedMove[] {
  const moves: PackedMove[] = [];
  for (let from = 0; from < 64; from++) pushMovesFrom(board, from, moves);
  return moves;
}

/** The moves of one man of the side to move; an empty list for any other square. */
export function pseudoLegalMovesFrom(board: Board, from: number): PackedMove[] {
  const moves: PackedMove[] = [];
  pushMovesFrom(board, from, moves);
  return moves;
}

/** Whether the mover's king is not in check after the move. */
export function isSafe(board: Board, move: PackedMove): boolean {
  const { side } = board;
  const undo = makeMove(board, move);
  const isSafeNow = !isAttacked(board, kingOf(board, side), side ^ 1);
  unmakeMove(board, move, undo);
  return isSafeNow;
}

function pushMovesFrom(board: Board, from: number, moves: PackedMove[]): void {
  const man = manAt(board, from);
  if (man === 0 || colourOf(man) !== board.side) return;
  const kind = kindOf(man);
  if (kind === pawn) pushPawn(board, from, moves);
  if (kind === knight) pushSteps(board, from, knightFrom(from), moves);
  if (kind === king) {
    pushSteps(board, from, kingFrom(from), moves);
    pushCastling(board, from, moves);
  }
  if (kind === rook || kind === queen)
    for (const line of straightFrom(from)) pushLine(board, from, line, moves);
  if (kind === bishop || kind === queen)
    for (const line of diagonalFrom(from)) pushLine(board, from, line, moves);
}

function pushSteps(board: Board, from: number, targets: readonly number[], moves: PackedMove[]): void {
  for (const to of targets) {
    const man = manAt(board, to);
    if (man === 0 || colourOf(man) !== board.side) moves.push(packMove(from, to));
  }
}

function pushLine(board: Board, from: number, line: readonly number[], moves: PackedMove[]): void {
  for (const to of line) {
    const man = manAt(board, to);
    if (man === 0 || colourOf(man) !== board.side) moves.push(packMove(from, to));
    if (man !== 0) return;
  }
}

function pushPawn(board: Board, from: number, moves: PackedMove[]): void {
  const { side } = board;
  const ahead = side === 0 ? from + 8 : from - 8;
  if (manAt(board, ahead) === 0) {
    pushPawnTo(from, ahead, moves);
    const isHome = from >> 3 === (side === 0 ? 1 : 6);
    const two = side === 0 ? ahead + 8 : ahead - 8;
    if (isHome && manAt(board, two) === 0) moves.push(packMove(from, two));
  }
  for (const to of pawnFrom(from, side)) {
    const man = manAt(board, to);
    const isCapture = man !== 0 && colourOf(man) !== side;
    if (isCapture || (man === 0 && to === board.enPassant)) pushPawnTo(from, to, moves);
  }
}

function pushPawnTo(from: number, to: number, moves: PackedMove[]): void {
  if (to >= 8 && to < 56) moves.push(packMove(from, to));
  else for (let promotion = 1; promotion <= 4; promotion++) moves.push(packMove(from, to, promotion));
}

/** FIDE 3.8.2: the squares between are empty, and the king is not in check and does not cross an attack. */
function pushCastling(board: Board, from: number, moves: PackedMove[]): void {
  const { side } = board;
  const short = side === 0 ? rights.K : rights.k;
  const long = side === 0 ? rights.Q : rights.q;
  if ((board.castling & (short | long)) === 0 || inCheck(board)) return;
  const isClear = (...squares: number[]) => squares.every((square) => manAt(board, square) === 0);
  if (board.castling & short && isClear(from + 1, from + 2) && !isAttacked(board, from + 1, side ^ 1))
    moves.push(packMove(from, from + 2));
  if (
    board.castling & long &&
    isClear(from - 1, from - 2, from - 3) &&
    !isAttacked(board, from - 1, side ^ 1)
  )
    moves.push(packMove(from, from - 2));
}
