/** Static exchange evaluation: the value of a sequence of captures on one square. */
import { CASTLE, PROMOTE, TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { bishopAttacks, rookAttacks } from './magics';
import { attackersTo, occupied, ofColor, ofType, pieceOn, turn } from './position';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, bit } from './squares';
import { exchangeValue } from './values';

/** Whether the move wins at least `threshold` once both sides have captured as long as it pays. */
export function exchangeReaches(move: i32, threshold: i32): bool {
  const flag = flagOf(move);
  if (flag == CASTLE) return threshold <= 0;
  const from = fromOf(move);
  const to = toOf(move);
  let attackerType = pieceOn(from) & 7;
  let gain = flag == TAKE_PASSING ? exchangeValue(PAWN) : exchangeValue(pieceOn(to) & 7);
  if (flag >= PROMOTE) {
    attackerType = flag - 2;
    gain += exchangeValue(attackerType) - exchangeValue(PAWN);
  }
  let balance = gain - threshold;
  if (balance < 0) return false;
  balance -= exchangeValue(attackerType);
  if (balance >= 0) return true;

  let occupancy = (occupied() ^ bit(from)) | bit(to);
  if (flag == TAKE_PASSING) occupancy ^= bit(to ^ 8);
  const diagonal = ofType(BISHOP) | ofType(QUEEN);
  const straight = ofType(ROOK) | ofType(QUEEN);
  let attackers = attackersTo(to, occupancy) & occupancy;
  let side = turn ^ 1;
  for (;;) {
    const own = attackers & ofColor(side);
    if (!own) break;
    const type = lightest(own);
    const candidates = own & ofType(type);
    // A king takes only unprotected men.
    if (type == KING && attackers & ofColor(side ^ 1)) break;
    occupancy ^= candidates & -candidates;
    // The pieces behind it, in each direction.
    attackers |= (bishopAttacks(to, occupancy) & diagonal) | (rookAttacks(to, occupancy) & straight);
    attackers &= occupancy;
    side ^= 1;
    balance = -balance - 1 - exchangeValue(type);
    if (balance >= 0) break;
  }
  return side != turn;
}

/** The type of the least valuable man of a set that is not empty. */
function lightest(set: u64): i32 {
  let type = KING;
  type = select<i32>(QUEEN, type, (set & ofType(QUEEN)) != 0);
  type = select<i32>(ROOK, type, (set & ofType(ROOK)) != 0);
  type = select<i32>(BISHOP, type, (set & ofType(BISHOP)) != 0);
  type = select<i32>(KNIGHT, type, (set & ofType(KNIGHT)) != 0);
  return select<i32>(PAWN, type, (set & ofType(PAWN)) != 0);
}
