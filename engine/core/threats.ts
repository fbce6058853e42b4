/** Men that are attacked, or could be by a pawn's step. */
import * as F from './features';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, RANK_3, RANK_6, ROOK, first, pawnAttackSet } from './squares';
import { occupied, ofColor, ofType, pieceOn, pieces } from './position';
import { TWICE, attacked } from './attacks';
import { weight } from './weigh';

/** Packed score of what `us` threatens. */
export function threats(us: i32): i32 {
  const them = us ^ 1;
  const theirs = ofColor(them);
  const theirPieces = theirs & ~ofType(PAWN) & ~ofType(KING);
  const protectedBy = attacked(them, PAWN) | (attacked(them, TWICE) & ~attacked(us, TWICE));
  const weak = theirs & ~protectedBy & attacked(us, 0);
  let score = 0;
  let set = theirPieces & attacked(us, PAWN);
  while (set) {
    score += weight(F.PAWN_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  set = (theirPieces | weak) & (attacked(us, KNIGHT) | attacked(us, BISHOP)) & ~ofType(KING);
  while (set) {
    score += weight(F.MINOR_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  set = (weak | pieces(them, QUEEN)) & attacked(us, ROOK) & ~ofType(KING);
  while (set) {
    score += weight(F.ROOK_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  if (weak & attacked(us, KING)) score += weight(F.KING_THREAT);
  const hanging = weak & ~ofType(KING) & (~attacked(them, 0) | (theirPieces & attacked(us, TWICE)));
  score += weight(F.HANGING) * <i32>popcnt(hanging);
  const restricted = attacked(them, 0) & ~protectedBy & attacked(us, 0);
  score += weight(F.RESTRICTED) * <i32>popcnt(restricted);

  const empty = ~occupied();
  const pawns = pieces(us, PAWN);
  let pushes = (us ? pawns >> 8 : pawns << 8) & empty;
  pushes |= (us ? (pushes & RANK_6) >> 8 : (pushes & RANK_3) << 8) & empty;
  pushes &= ~attacked(them, PAWN) & (attacked(us, 0) | ~attacked(them, 0));
  score += weight(F.PUSH_THREAT) * <i32>popcnt(pawnAttackSet(us, pushes) & theirPieces);
  return score;
}
