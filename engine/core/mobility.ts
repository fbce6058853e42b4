/** Where pieces can go, and which of them look at the other king. */
import * as F from './features';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, bit, first, knightAttacks, line } from './squares';
import { kingSquare, occupied, ofType, pieces } from './position';
import { ATTACKERS, addAttacks, attacked, pinnedTo } from './attacks';
import { T } from './memory';
import { fileOf, kingRing, middleOf, weight } from './weigh';
import { bishopAttacks, rookAttacks } from './magics';

/** Packed score of a side's mobility; collects its attacks on the way. */
export function mobility(us: i32): i32 {
  const occupancy = occupied();
  const pawns = pieces(us, PAWN);
  const king = kingSquare(us);
  const ring = kingRing(kingSquare(us ^ 1));
  const blocked = pawns & ((us ? occupancy << 8 : occupancy >> 8) | (us ? 0x00ffff0000000000 : 0xffff00));
  const area = ~(blocked | pieces(us, KING) | pieces(us, QUEEN) | attacked(us ^ 1, PAWN));
  const pinned = pinnedTo(king, us, occupancy);
  store<i32>(T + (us << 4), <i32>popcnt(pinned), ATTACKERS + 12);
  let score = 0;

  let rest = pieces(us, KNIGHT);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const reach = pinned & bit(square) ? 0 : knightAttacks(square);
    score += piece(us, KNIGHT, reach, area, ring, F.KNIGHT_MOBILITY);
  }
  rest = pieces(us, BISHOP);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = bishopAttacks(square, occupancy ^ ofType(QUEEN));
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, BISHOP, reach, area, ring, F.BISHOP_MOBILITY);
  }
  rest = pieces(us, ROOK);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = rookAttacks(square, occupancy ^ ofType(QUEEN) ^ pieces(us, ROOK));
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, ROOK, reach, area, ring, F.ROOK_MOBILITY);
    if (fileOf(square) & pawns && isTrapped(square, king, <i32>popcnt(reach & area)))
      score += weight(F.ROOK_TRAPPED);
  }
  rest = pieces(us, QUEEN);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = bishopAttacks(square, occupancy) | rookAttacks(square, occupancy);
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, QUEEN, reach, area, ring, F.QUEEN_MOBILITY);
  }
  return score;
}

/** A rook shut in on the side its king has left it. */
function isTrapped(square: i32, king: i32, mobility: i32): bool {
  if (mobility > 3) return false;
  const isLeft = (square & 7) < (king & 7);
  return (king & 7) > 3 ? !isLeft : isLeft;
}

function piece(us: i32, type: i32, reach: u64, area: u64, ring: u64, mobility: i32): i32 {
  addAttacks(us, type, reach);
  const hits = reach & ring;
  if (hits) {
    const row = T + (us << 4);
    store<i32>(row, load<i32>(row, ATTACKERS) + 1, ATTACKERS);
    store<i32>(
      row,
      load<i32>(row, ATTACKERS + 4) + middleOf(weight(F.DANGER_ATTACKER + type - KNIGHT)),
      ATTACKERS + 4,
    );
    store<i32>(row, load<i32>(row, ATTACKERS + 8) + <i32>popcnt(hits), ATTACKERS + 8);
  }
  return weight(mobility + <i32>popcnt(reach & area));
}
