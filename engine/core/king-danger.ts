/** Threats against a king. */
import * as F from './features';
import { BISHOP, KING, KNIGHT, QUEEN, ROOK, knightAttacks } from './squares';
import { kingSquare, occupied, ofColor, pieces } from './position';
import { ATTACKERS, TWICE, attacked } from './attacks';
import { T } from './memory';
import { kingRing, middleOf, pack, weight } from './packed-score';
import { bishopAttacks, rookAttacks } from './magics';

/** Beyond this more attackers change nothing: it is lost anyway. */
const MAX_DANGER: i32 = 1300;

/**
 * Packed score of the danger for the king of `us`: it grows with the square of the weaknesses around it. `shelter` is
 * the middlegame value of its pawns.
 */
export function danger(us: i32, shelter: i32): i32 {
  const them = us ^ 1;
  const king = kingSquare(us);
  const row = T + (them << 4);
  const attackers = load<i32>(row, ATTACKERS);
  const queens = pieces(them, QUEEN);
  if (attackers + (queens ? 1 : 0) < 2) return 0;

  const occupancy = occupied();
  const ring = kingRing(king);
  const all = attacked(us, 0);
  const weak = attacked(them, 0) & ~attacked(us, TWICE) & (~all | attacked(us, QUEEN) | attacked(us, KING));
  const safe = ~ofColor(them) & (~all | (weak & attacked(them, TWICE)));
  const straight = rookAttacks(king, occupancy ^ pieces(us, QUEEN));
  const diagonal = bishopAttacks(king, occupancy ^ pieces(us, QUEEN));
  const rookChecks = straight & attacked(them, ROOK);
  const bishopChecks = diagonal & attacked(them, BISHOP);
  const knightChecks = knightAttacks(king) & attacked(them, KNIGHT);
  const queenChecks = (straight | diagonal) & attacked(them, QUEEN) & ~attacked(us, QUEEN);

  let sum = middleOf(weight(F.DANGER_BASE)) + attackers * load<i32>(row, ATTACKERS + 4);
  sum += load<i32>(row, ATTACKERS + 8) * middleOf(weight(F.DANGER_RING));
  sum += <i32>popcnt(ring & weak) * middleOf(weight(F.DANGER_WEAK));
  if (!queens) sum += middleOf(weight(F.DANGER_NO_QUEEN));
  sum += middleOf(weight(F.DANGER_CHECK)) * <i32>((knightChecks & safe) != 0);
  sum += middleOf(weight(F.DANGER_CHECK + 1)) * <i32>((bishopChecks & safe) != 0);
  sum += middleOf(weight(F.DANGER_CHECK + 2)) * <i32>((rookChecks & safe) != 0);
  sum += middleOf(weight(F.DANGER_CHECK + 3)) * <i32>((queenChecks & safe) != 0);
  const unsafe = (knightChecks | bishopChecks | rookChecks) & ~safe & ~ofColor(them);
  sum += <i32>popcnt(unsafe) * middleOf(weight(F.DANGER_UNSAFE));
  sum += shelter * middleOf(weight(F.DANGER_SHELTER));
  sum += load<i32>(T + (us << 4), ATTACKERS + 12) * middleOf(weight(F.DANGER_PINNED));
  const flank = flankOf(king) & (us ? 0xffffff0000000000 : 0x0000000000ffffff);
  sum += <i32>popcnt(flank & attacked(them, 0)) * middleOf(weight(F.DANGER_FLANK));
  if (sum <= 0) return 0;
  if (sum > MAX_DANGER) sum = MAX_DANGER;
  return pack((sum * sum) / 720, sum / 8);
}

function flankOf(king: i32): u64 {
  const file = king & 7;
  return file < 3 ? 0x0f0f0f0f0f0f0f0f : file < 5 ? 0x3c3c3c3c3c3c3c3c : 0xf0f0f0f0f0f0f0f0;
}
