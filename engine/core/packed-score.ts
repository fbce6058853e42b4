/** Packed scores: middlegame in the low half, endgame in the high one, so that both are summed at once. */
import { KING_RING, OUTPOST_MASK, PASSED_MASK, PIECE_SQUARE, WEIGHTS } from './memory';
import { KING_SQUARES, MATERIAL, PAWN_SQUARES, WEIGHT_COUNT } from './features';
import { BLACK, FILE_A, KING, PAWN, WHITE, bit, kingAttacks } from './squares';
import { tunedWeights } from './weights';

export function weight(index: i32): i32 {
  return load<i32>(WEIGHTS + (index << 2));
}

export function pack(middle: i32, end: i32): i32 {
  return (end << 16) + middle;
}

export function middleOf(score: i32): i32 {
  return <i32>(<i16>score);
}

export function endOf(score: i32): i32 {
  return (score + 0x8000) >> 16;
}

export function initWeights(): void {
  for (let index = 0; index < WEIGHT_COUNT; index++) {
    const pair = tunedWeights + (index << 2);
    store<i32>(WEIGHTS + (index << 2), pack(load<i16>(pair), load<i16>(pair, 2)));
  }
  spreadSquares();
}

/** Piece-square scores with material, white's view; again after weights changed. */
export function spreadSquares(): void {
  for (let type = PAWN; type <= KING; type++) {
    for (let square = 0; square < 64; square++) {
      const file = square & 7;
      const place = ((square >> 3) << 2) | min(file, 7 - file);
      let score = weight(PAWN_SQUARES + ((type - PAWN) * (KING_SQUARES - PAWN_SQUARES)) / 5 + place);
      if (type != KING) score += weight(MATERIAL + type - PAWN);
      store<i32>(PIECE_SQUARE + (((type << 6) | square) << 2), score);
      store<i32>(PIECE_SQUARE + ((((8 | type) << 6) | (square ^ 56)) << 2), -score);
    }
  }
}

export function passedMask(color: i32, square: i32): u64 {
  return load<u64>(PASSED_MASK + (((color << 6) | square) << 3));
}

export function outpostMask(color: i32, square: i32): u64 {
  return load<u64>(OUTPOST_MASK + (((color << 6) | square) << 3));
}

/** Squares around a king; at the edge the ring is moved inwards. */
export function kingRing(square: i32): u64 {
  return load<u64>(KING_RING + (square << 3));
}

export function fileOf(square: i32): u64 {
  return FILE_A << (<u64>(square & 7));
}

/** All squares in front of a rank. */
export function ahead(color: i32, square: i32): u64 {
  const rank = square >> 3;
  if (color == WHITE) return rank == 7 ? 0 : ~(<u64>0) << ((<u64>(rank + 1)) << 3);
  return rank == 0 ? 0 : ~(<u64>0) >> ((<u64>(8 - rank)) << 3);
}

export function initMasks(): void {
  for (let square = 0; square < 64; square++) {
    const file = square & 7;
    const sides = (file > 0 ? fileOf(square - 1) : 0) | (file < 7 ? fileOf(square + 1) : 0);
    for (let color = WHITE; color <= BLACK; color++) {
      const place = ((color << 6) | square) << 3;
      store<u64>(OUTPOST_MASK + place, sides & ahead(color, square));
      store<u64>(PASSED_MASK + place, (sides | fileOf(square)) & ahead(color, square));
    }
    const centre = min(max(square >> 3, 1), 6) * 8 + min(max(file, 1), 6);
    store<u64>(KING_RING + (square << 3), kingAttacks(centre) | bit(centre));
  }
}
