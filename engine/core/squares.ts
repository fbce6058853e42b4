/** Squares run from a1 = 0 to h8 = 63, colours are 0 (white) and 1, pieces are `colour << 3 | type`. */
import { BETWEEN, DISTANCE, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS } from './memory';
import { bishopAttacks, rookAttacks } from './magics';

export const WHITE: i32 = 0;
export const BLACK: i32 = 1;
export const NO_PIECE: i32 = 0;
export const PAWN: i32 = 1;
export const KNIGHT: i32 = 2;
export const BISHOP: i32 = 3;
export const ROOK: i32 = 4;
export const QUEEN: i32 = 5;
export const KING: i32 = 6;
export const NO_SQUARE: i32 = 64;

export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
export const RANK_1: u64 = 0xff;
export const RANK_3: u64 = 0xff0000;
export const RANK_6: u64 = 0xff0000000000;
export const RANK_8: u64 = 0xff00000000000000;
export const LIGHT_SQUARES: u64 = 0x55aa55aa55aa55aa;

export function bit(square: i32): u64 {
  return (<u64>1) << (<u64>square);
}

export function first(set: u64): i32 {
  return <i32>ctz(set);
}

export function isMany(set: u64): bool {
  return (set & (set - 1)) != 0;
}

export function knightAttacks(square: i32): u64 {
  return load<u64>(KNIGHT_ATTACKS + (square << 3));
}

export function kingAttacks(square: i32): u64 {
  return load<u64>(KING_ATTACKS + (square << 3));
}

export function pawnAttacks(color: i32, square: i32): u64 {
  return load<u64>(PAWN_ATTACKS + (((color << 6) | square) << 3));
}

/** Squares strictly between two on one line, else nothing. */
export function between(a: i32, b: i32): u64 {
  return load<u64>(BETWEEN + (((a << 6) | b) << 3));
}

/** The whole line through two squares, else nothing. */
export function line(a: i32, b: i32): u64 {
  return load<u64>(LINE + (((a << 6) | b) << 3));
}

/** King moves between two squares on an empty board. */
export function distance(a: i32, b: i32): i32 {
  return load<u8>(DISTANCE + ((a << 6) | b));
}

export function pawnAttackSet(color: i32, pawns: u64): u64 {
  return color
    ? ((pawns & ~FILE_A) >> 9) | ((pawns & ~FILE_H) >> 7)
    : ((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9);
}

export function initSquares(): void {
  for (let square = 0; square < 64; square++) {
    store<u64>(KNIGHT_ATTACKS + (square << 3), leaps(square, 1, 2));
    store<u64>(KING_ATTACKS + (square << 3), leaps(square, 1, 0) | leaps(square, 1, 1));
    store<u64>(PAWN_ATTACKS + (square << 3), pawnAttackSet(WHITE, bit(square)));
    store<u64>(PAWN_ATTACKS + ((64 | square) << 3), pawnAttackSet(BLACK, bit(square)));
    for (let other = 0; other < 64; other++) initPair(square, other);
  }
}

function initPair(a: i32, b: i32): void {
  const pair: usize = (a << 6) | b;
  const files = abs((a & 7) - (b & 7));
  const ranks = abs((a >> 3) - (b >> 3));
  store<u8>(DISTANCE + pair, files > ranks ? files : ranks);
  let inner: u64 = 0;
  let whole: u64 = 0;
  const ends = bit(a) | bit(b);
  if (a != b && rookAttacks(a, 0) & bit(b)) {
    inner = rookAttacks(a, ends) & rookAttacks(b, ends);
    whole = (rookAttacks(a, 0) & rookAttacks(b, 0)) | ends;
  } else if (a != b && bishopAttacks(a, 0) & bit(b)) {
    inner = bishopAttacks(a, ends) & bishopAttacks(b, ends);
    whole = (bishopAttacks(a, 0) & bishopAttacks(b, 0)) | ends;
  }
  store<u64>(BETWEEN + (pair << 3), inner);
  store<u64>(LINE + (pair << 3), whole);
}

/** All squares reached by the step (x, y), mirrored and swapped. */
function leaps(square: i32, x: i32, y: i32): u64 {
  let result: u64 = 0;
  for (let variant = 0; variant < 8; variant++) {
    const a = variant & 1 ? -x : x;
    const b = variant & 2 ? -y : y;
    const file = (square & 7) + (variant & 4 ? b : a);
    const rank = (square >> 3) + (variant & 4 ? a : b);
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) result |= bit(rank * 8 + file);
  }
  return result;
}
