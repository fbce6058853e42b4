/** Outposts, bishop pair, files: terms of squares alone, without the moves of pieces. */
import * as F from './features';
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, bit, first, isMany } from './squares';
import { ahead, fileOf, outpostMask, weight } from './packed-score';
import { attacked } from './attacks';
import { bishopAttacks } from './magics';
import { kingSquare, ofType, pieces } from './position';

/** Packed score of a side; needs the attacks of its pawns. */
export function placement(us: i32): i32 {
  const them = us ^ 1;
  const pawns = pieces(us, PAWN);
  const theirPawns = pieces(them, PAWN);
  const outposts = (us ? 0x000000ffffff0000 : 0x0000ffffff000000) & attacked(us, PAWN);
  const home = us ? pawns << 8 : pawns >> 8;
  let score = 0;

  let rest = pieces(us, KNIGHT);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    if (outposts & bit(square) && !(outpostMask(us, square) & theirPawns)) score += weight(F.KNIGHT_OUTPOST);
    if (home & bit(square)) score += weight(F.BEHIND_PAWN);
  }
  rest = pieces(us, BISHOP);
  if (isMany(rest)) score += weight(F.BISHOP_PAIR);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    if (outposts & bit(square) && !(outpostMask(us, square) & theirPawns)) score += weight(F.BISHOP_OUTPOST);
    if (home & bit(square)) score += weight(F.BEHIND_PAWN);
    const color: u64 = bit(square) & 0x55aa55aa55aa55aa ? 0x55aa55aa55aa55aa : 0xaa55aa55aa55aa55;
    score += weight(F.BISHOP_PAWNS) * <i32>popcnt(pawns & color);
    if (isMany(bishopAttacks(square, ofType(PAWN)) & 0x0000001818000000)) score += weight(F.LONG_DIAGONAL);
  }
  rest = pieces(us, ROOK);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const file = fileOf(square);
    if (!(file & pawns)) score += weight(file & theirPawns ? F.ROOK_HALF : F.ROOK_OPEN);
    if (
      square >> 3 == (us ? 1 : 6) &&
      (theirPawns & (us ? 0xff00 : 0x00ff000000000000) || kingSquare(them) >> 3 == (us ? 0 : 7))
    )
      score += weight(F.ROOK_SEVENTH);
  }
  rest = pieces(us, QUEEN);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    if (ahead(us, us ? 32 : 31) & bit(square) && !(outpostMask(us, square) & theirPawns))
      score += weight(F.QUEEN_INFILTRATION);
  }
  return score;
}
