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
} from './board/board.ts';
import { kingFrom, pawnFrom } from './board/geometry.ts';

/**
 * FIDE 5.2.2: no sequence of legal moves can mate. True only where it is proven: by the material, or by pawns that
 * block each other for ever and leave the kings no way through.
 */
export function isDead(board: Board): boolean {
  return isDeadMaterial(board) || isLocked(board);
}

/** The number of men of each kind of a side, and the square colours of its bishops. */
interface Men {
  total: number;
  of: number[];
  lightBishops: number;
}

function menOf(board: Board, side: number): Men {
  const men: Men = { total: 0, of: [0, 0, 0, 0, 0, 0, 0], lightBishops: 0 };
  for (let square = 0; square < 64; square++) {
    const man = manAt(board, square);
    if (man === 0 || colourOf(man) !== side) continue;
    const kind = kindOf(man);
    men.total++;
    men.of[kind] = (men.of[kind] ?? 0) + 1;
    if (kind === bishop && ((square >> 3) + square) % 2 === 1) men.lightBishops++;
  }
  return men;
}

const countOf = (men: Men, kind: number): number => men.of[kind] ?? 0;

/** Kings alone, kings and one knight, or bishops that are all on one colour. */
function isDeadMaterial(board: Board): boolean {
  const white = menOf(board, 0);
  const black = menOf(board, 1);
  const total = white.total + black.total;
  const knights = countOf(white, knight) + countOf(black, knight);
  if (total === 2 || (total === 3 && knights === 1)) return true;
  const bishops = countOf(white, bishop) + countOf(black, bishop);
  const light = white.lightBishops + black.lightBishops;
  return total === bishops + 2 && (light === 0 || light === bishops);
}

/**
 * Whether a side can mate by any sequence of legal moves, judged by the men of both sides. False is certain: a lone
 * knight needs an enemy man other than a queen to block the king's flight; bishops of one colour need an enemy pawn,
 * knight or bishop of the other colour.
 */
export function canMate(board: Board, side: number): boolean {
  if (isDead(board)) return false;
  const own = menOf(board, side);
  const other = menOf(board, side ^ 1);
  if (own.total === 1) return false;
  if (own.total === 2 && countOf(own, knight) === 1) return other.total > 1 + countOf(other, queen);
  const bishops = countOf(own, bishop);
  if (own.total !== bishops + 1) return true;
  if (own.lightBishops > 0 && own.lightBishops < bishops) return true;
  const otherLight = other.lightBishops;
  const opposite = own.lightBishops > 0 ? countOf(other, bishop) - otherLight : otherLight;
  return countOf(other, pawn) + countOf(other, knight) + opposite > 0;
}

/**
 * Only kings and pawns, every pawn is blocked by a pawn, none can capture, and no king can ever reach a pawn that it
 * could take. Then only kings move, and a king does not give check. Each king's way is computed without the other
 * king, so that no way through is missed.
 */
function isLocked(board: Board): boolean {
  const pawns: number[] = [];
  for (let square = 0; square < 64; square++) {
    const kind = kindOf(manAt(board, square));
    if (kind === pawn) pawns.push(square);
    else if (kind !== 0 && kind !== king) return false;
  }
  return (
    pawns.length > 1 &&
    pawns.every((square) => isStuck(board, square)) &&
    [0, 1].every((side) => !reachesPawn(board, side))
  );
}

function isStuck(board: Board, square: number): boolean {
  const side = colourOf(manAt(board, square));
  const ahead = side === 0 ? square + 8 : square - 8;
  if (kindOf(manAt(board, ahead)) !== pawn) return false;
  return pawnFrom(square, side).every((to) => {
    const man = manAt(board, to);
    const isCapture = kindOf(man) === pawn && colourOf(man) !== side;
    return !isCapture && !(to === board.enPassant && side === board.side);
  });
}

function reachesPawn(board: Board, side: number): boolean {
  const start = kingOf(board, side);
  const seen = new Set([start]);
  for (const from of seen) {
    for (const to of kingFrom(from)) {
      if (seen.has(to) || isGuarded(board, to, side ^ 1)) continue;
      const man = manAt(board, to);
      if (kindOf(man) !== pawn) seen.add(to);
      else if (colourOf(man) !== side) return true;
    }
  }
  return false;
}

/** Whether a pawn guards the square. Pawns are blocked here: they never move again. */
function isGuarded(board: Board, square: number, by: number): boolean {
  return pawnFrom(square, by ^ 1).some((from) => manAt(board, from) === by * 8 + pawn);
}
