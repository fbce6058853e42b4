import { attackersOf } from './board/attacks.ts';
import { bishop, type Board, kindOf, kingOf, knight, manAt, pawn, queen, rook } from './board/board.ts';
import { diagonalFrom, knightFrom, pawnFrom, straightFrom } from './board/geometry.ts';
import { passedPawn } from './board/make.ts';

/**
 * Whether some last move can have given check by these two men at once: one of them moved out of the other's way, or
 * a pawn was captured en passant. Before that move the king must not have been in check.
 */
export function isExplained(board: Board, checkers: readonly number[]): boolean {
  const king = kingOf(board, board.side);
  const hasDiscovered = checkers.some((moved) =>
    originsOf(board, moved).some((origin) => wasQuiet(board, king, moved, origin)),
  );
  return hasDiscovered || wasCapturedInPassing(board, king);
}

interface Origin {
  square: number;
  man: number;
  captures: boolean;
}

/** The squares that the man on a square can have moved from. */
function originsOf(board: Board, moved: number): Origin[] {
  const man = manAt(board, moved);
  const kind = kindOf(man);
  const side = man >> 3;
  const asIs = (square: number) => ({ square, man, captures: true });
  if (kind === pawn) return pawnOrigins(board, moved, side);
  const lines = [
    ...(kind === rook || kind === queen ? straightFrom(moved) : []),
    ...(kind === bishop || kind === queen ? diagonalFrom(moved) : []),
  ];
  const origins = lines.flatMap((line) => emptyOf(board, line)).map(asIs);
  if (kind === knight)
    origins.push(
      ...knightFrom(moved)
        .filter((from) => manAt(board, from) === 0)
        .map(asIs),
    );
  const isOnLastRank = moved >> 3 === (side === 0 ? 7 : 0);
  return isOnLastRank ? [...origins, ...pawnOrigins(board, moved, side)] : origins;
}

function pawnOrigins(board: Board, moved: number, side: number): Origin[] {
  const man = side * 8 + pawn;
  const back = side === 0 ? -8 : 8;
  const isEmpty = (square: number) => square >= 8 && square < 56 && manAt(board, square) === 0;
  const origins = pawnFrom(moved, side ^ 1)
    .filter(isEmpty)
    .map((square) => ({ square, man, captures: true }));
  if (!isEmpty(moved + back)) return origins;
  origins.push({ square: moved + back, man, captures: false });
  const isDouble = moved >> 3 === (side === 0 ? 3 : 4) && isEmpty(moved + 2 * back);
  if (isDouble) origins.push({ square: moved + 2 * back, man, captures: false });
  return origins;
}

function emptyOf(board: Board, line: readonly number[]): number[] {
  const end = line.findIndex((square) => manAt(board, square) !== 0);
  return line.slice(0, end < 0 ? line.length : end);
}

function wasQuiet(board: Board, king: number, moved: number, origin: Origin): boolean {
  const squares = board.squares.slice();
  squares[origin.square] = origin.man;
  // any captured man blocks lines in the same way, so a pawn represents all kinds
  squares[moved] = origin.captures ? board.side * 8 + pawn : 0;
  return attackersOf({ ...board, squares }, king, board.side ^ 1).length === 0;
}

function wasCapturedInPassing(board: Board, king: number): boolean {
  const mover = board.side ^ 1;
  const rank = mover === 0 ? 5 : 2;
  const man = mover * 8 + pawn;
  for (let square = rank * 8; square < rank * 8 + 8; square++) {
    const passed = passedPawn(square, mover);
    const home = mover === 0 ? square + 8 : square - 8;
    if (manAt(board, square) !== man || manAt(board, passed) !== 0 || manAt(board, home) !== 0) continue;
    for (const from of pawnFrom(square, board.side)) {
      if (manAt(board, from) !== 0) continue;
      const squares = board.squares.slice();
      squares[square] = 0;
      squares[from] = man;
      squares[passed] = board.side * 8 + pawn;
      if (attackersOf({ ...board, squares }, king, mover).length === 0) return true;
    }
  }
  return false;
}
