/** Counting tables of the Syzygy format: how positions are numbered. Squares are ints, a1 = 0. */
import { TB_INDEX } from './memory';
import { bit, kingAttacks } from './squares';

const BINOMIALS: usize = TB_INDEX;
const LEAD_INDEX: usize = BINOMIALS + 7 * 64 * 4;
const LEAD_SIZE: usize = LEAD_INDEX + 6 * 64 * 4;
const PAWN_ORDER: usize = LEAD_SIZE + 6 * 4 * 4;
const BELOW: usize = PAWN_ORDER + 64 * 4;
const TRIANGLE: usize = BELOW + 64 * 4;
const KINGS: usize = TRIANGLE + 64 * 4;

/** Ways to choose `k` of `n`. */
export function binomial(k: i32, n: i32): i32 {
  return load<i32>(BINOMIALS + (((k << 6) | n) << 2));
}

export function leadIndex(pawns: i32, square: i32): i32 {
  return load<i32>(LEAD_INDEX + (((pawns << 6) | square) << 2));
}

export function leadSize(pawns: i32, file: i32): i32 {
  return load<i32>(LEAD_SIZE + (((pawns << 2) | file) << 2));
}

/** Order of pawn squares; the pawn with the highest one leads. */
export function pawnOrder(square: i32): i32 {
  return load<i32>(PAWN_ORDER + (square << 2));
}

/** Number of a square below the diagonal a1-h8. */
export function belowDiagonal(square: i32): i32 {
  return load<i32>(BELOW + (square << 2));
}

/** Number of a square in the triangle a1-d1-d4. */
export function triangle(square: i32): i32 {
  return load<i32>(TRIANGLE + (square << 2));
}

export function kingPair(first: i32, second: i32): i32 {
  return load<i32>(KINGS + (((first << 6) | second) << 2));
}

/** Positive above the diagonal a1-h8, negative below it. */
export function offDiagonal(square: i32): i32 {
  return (square >> 3) - (square & 7);
}

export function initTableIndex(): void {
  store<i32>(BINOMIALS, 1);
  for (let n = 1; n < 64; n++) {
    for (let k = 0; k < 7 && k <= n; k++) {
      const value = (k > 0 ? binomial(k - 1, n - 1) : 0) + (k < n ? binomial(k, n - 1) : 0);
      store<i32>(BINOMIALS + (((k << 6) | n) << 2), value);
    }
  }
  initLead();
  initTriangles();
  initKings();
}

function initLead(): void {
  let free = 47;
  for (let pawns = 1; pawns <= 5; pawns++) {
    for (let file = 0; file < 4; file++) {
      let index = 0;
      for (let rank = 1; rank < 7; rank++) {
        const square = rank * 8 + file;
        if (pawns == 1) {
          store<i32>(PAWN_ORDER + (square << 2), free--);
          store<i32>(PAWN_ORDER + ((square ^ 7) << 2), free--);
        }
        store<i32>(LEAD_INDEX + (((pawns << 6) | square) << 2), index);
        index += binomial(pawns - 1, pawnOrder(square));
      }
      store<i32>(LEAD_SIZE + (((pawns << 2) | file) << 2), index);
    }
  }
}

function initTriangles(): void {
  let code = 0;
  for (let square = 0; square < 64; square++) {
    if (offDiagonal(square) < 0) store<i32>(BELOW + (square << 2), code++);
  }
  code = 0;
  for (let square = 0; square < 28; square++) {
    if (offDiagonal(square) < 0 && (square & 7) < 4) store<i32>(TRIANGLE + (square << 2), code++);
  }
  for (let square = 0; square < 28; square += 9) store<i32>(TRIANGLE + (square << 2), code++);
}

/** Pairs of kings that don't touch, the first in the triangle; pairs on the diagonal come last. */
function initKings(): void {
  let code = 0;
  for (let isOnDiagonal = 0; isOnDiagonal < 2; isOnDiagonal++) {
    for (let index = 0; index < 10; index++) {
      for (let first = 0; first < 28; first++) {
        if ((first & 7) > 3 || offDiagonal(first) > 0 || triangle(first) != index) continue;
        for (let second = 0; second < 64; second++) {
          if ((kingAttacks(first) | bit(first)) & bit(second)) continue;
          const isDiagonal = offDiagonal(first) == 0;
          if (isDiagonal && offDiagonal(second) > 0) continue;
          const isLast = isDiagonal && offDiagonal(second) == 0;
          if (isLast != (isOnDiagonal == 1)) continue;
          store<i32>(KINGS + (((index << 6) | second) << 2), code++);
        }
      }
    }
  }
}
