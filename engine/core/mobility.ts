/** Where pieces can go, and which of them look at the other king. */
import * as F from './features';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, bit, first, knightAttacks, line } from './squares';
import { PINNED, kingSquare, occupied, ofType, pieces, st, turn } from './position';
import { ATTACKERS, TWICE, attacked, pinnedTo, setAttacks } from './attacks';
import { T } from './memory';
import { fileOf, kingRing, middleOf, weight } from './packed-score';
import { bishopAttacks, rookAttacks } from './magics';

/** Packed score of a side's mobility; collects its attacks on the way. */
export function mobility(us: i32): i32 {
  const occupancy = occupied();
  const pawns = pieces(us, PAWN);
  const king = kingSquare(us);
  const ring = kingRing(kingSquare(us ^ 1));
  const blocked = pawns & ((us ? occupancy << 8 : occupancy >> 8) | (us ? 0x00ffff0000000000 : 0xffff00));
  const area = ~(blocked | pieces(us, KING) | pieces(us, QUEEN) | attacked(us ^ 1, PAWN));
  const pinned = us == turn ? load<u64>(st, PINNED) : pinnedTo(king, us, occupancy);
  let score = 0;
  let all = attacked(us, 0);
  let twice = attacked(us, TWICE);
  let attackers = 0;
  let force = 0;
  let hits = 0;
  // The code below counts instead of branching on its findings, which the processor could not predict.
  for (let type = KNIGHT; type <= QUEEN; type++) {
    const transparent = type == QUEEN ? 0 : ofType(QUEEN) | (type == ROOK ? pieces(us, ROOK) : 0);
    const ownForce = middleOf(weight(F.DANGER_ATTACKER + type - KNIGHT));
    const scores = scoresOf(type);
    let set: u64 = 0;
    for (let rest = pieces(us, type); rest; rest &= rest - 1) {
      const square = first(rest);
      const allowed = type == KNIGHT ? 0 : line(king, square);
      let reach = reachOf(type, square, occupancy & ~transparent);
      reach &= select<u64>(allowed, ~(<u64>0), (pinned & bit(square)) != 0);
      twice |= all & reach;
      all |= reach;
      set |= reach;
      const isNear = <i32>((reach & ring) != 0);
      attackers += isNear;
      force += isNear * ownForce;
      hits += <i32>popcnt(reach & ring);
      const moves = <i32>popcnt(reach & area);
      score += weight(scores + moves);
      if (type == ROOK) score += weight(F.ROOK_TRAPPED) * isTrapped(square, king, pawns, moves);
    }
    setAttacks(us, type, set);
  }
  setAttacks(us, 0, all);
  setAttacks(us, TWICE, twice);
  const row = T + (us << 4);
  store<i32>(row, attackers, ATTACKERS);
  store<i32>(row, force, ATTACKERS + 4);
  store<i32>(row, hits, ATTACKERS + 8);
  store<i32>(row, <i32>popcnt(pinned), ATTACKERS + 12);
  return score;
}

function reachOf(type: i32, square: i32, occupancy: u64): u64 {
  if (type == KNIGHT) return knightAttacks(square);
  return (
    (type == ROOK ? 0 : bishopAttacks(square, occupancy)) |
    (type == BISHOP ? 0 : rookAttacks(square, occupancy))
  );
}

/** The beginning of the weights for the squares within reach. */
function scoresOf(type: i32): i32 {
  if (type == KNIGHT) return F.KNIGHT_MOBILITY;
  if (type == BISHOP) return F.BISHOP_MOBILITY;
  return type == ROOK ? F.ROOK_MOBILITY : F.QUEEN_MOBILITY;
}

/** 1 for a rook behind a pawn, shut in on the side its king has left it. */
function isTrapped(square: i32, king: i32, pawns: u64, mobility: i32): i32 {
  const isLeft = <i32>((square & 7) < (king & 7));
  const onLeft = <i32>((king & 7) <= 3);
  return <i32>((fileOf(square) & pawns) != 0) & <i32>(mobility <= 3) & <i32>(isLeft == onLeft);
}
