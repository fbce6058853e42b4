/** Men that are attacked, or could be by a pawn's step. */
import * as F from './features';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, RANK_3, RANK_6, ROOK, pawnAttackSet } from './squares';
import { occupied, ofColor, ofType, pieces } from './position';
import { TWICE, attacked } from './attacks';
import { weight } from './packed-score';

/** Packed score of the threats of `us`. */
export function threats(us: i32): i32 {
  const them = us ^ 1;
  const theirs = ofColor(them);
  const theirPieces = theirs & ~ofType(PAWN) & ~ofType(KING);
  const protectedBy = attacked(them, PAWN) | (attacked(them, TWICE) & ~attacked(us, TWICE));
  const weak = theirs & ~protectedBy & attacked(us, 0);
  const byPawn = theirPieces & attacked(us, PAWN);
  const byMinor = (theirPieces | weak) & (attacked(us, KNIGHT) | attacked(us, BISHOP)) & ~ofType(KING);
  const byRook = (weak | pieces(them, QUEEN)) & attacked(us, ROOK) & ~ofType(KING);
  let score = 0;
  // Counted by type: a loop over the men costs more, as the processor can not predict its length.
  score += byType(PAWN, byPawn, byMinor, byRook) + byType(KNIGHT, byPawn, byMinor, byRook);
  score += byType(BISHOP, byPawn, byMinor, byRook) + byType(ROOK, byPawn, byMinor, byRook);
  score += byType(QUEEN, byPawn, byMinor, byRook);
  score += weight(F.KING_THREAT) * <i32>((weak & attacked(us, KING)) != 0);
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

function byType(type: i32, byPawn: u64, byMinor: u64, byRook: u64): i32 {
  const men = ofType(type);
  return (
    weight(F.PAWN_THREAT + type - PAWN) * <i32>popcnt(byPawn & men) +
    weight(F.MINOR_THREAT + type - PAWN) * <i32>popcnt(byMinor & men) +
    weight(F.ROOK_THREAT + type - PAWN) * <i32>popcnt(byRook & men)
  );
}
