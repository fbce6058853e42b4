/** Whether a move from a table or from another position is legal here. */
import { CASTLE, PROMOTE, TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { bishopAttacks, rookAttacks } from './magics';
import {
  CASTLING,
  CHECKERS,
  EN_PASSANT,
  PINNED,
  attackersTo,
  isAttacked,
  kingSquare,
  occupied,
  ofColor,
  ofType,
  pieceOn,
  st,
  turn,
} from './position';
import {
  BISHOP,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  ROOK,
  between,
  bit,
  first,
  isMany,
  kingAttacks,
  knightAttacks,
  line,
  pawnAttacks,
} from './squares';

export function isLegal(move: i32): bool {
  const us = turn;
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  const piece = pieceOn(from);
  if (!piece || piece >> 3 != us || ofColor(us) & bit(to) || flag == 3 || flag > 7) return false;
  const king = kingSquare(us);
  if (flag == CASTLE) return piece == ((us << 3) | KING) && isLegalCastle(us, king, to);
  const type = piece & 7;
  if (type == PAWN) {
    if (!isPawnMove(us, from, to, flag)) return false;
    if (flag == TAKE_PASSING) return isLegalPassing(us, king, from, to);
  } else {
    if (flag) return false;
    if (type == KING) {
      if (!(kingAttacks(from) & bit(to))) return false;
      return !isAttacked(to, occupied() ^ bit(from), us ^ 1);
    }
    if (!(reach(type, from) & bit(to))) return false;
  }
  const checks = load<u64>(st, CHECKERS);
  if (checks) {
    if (isMany(checks)) return false;
    if (!((between(king, first(checks)) | checks) & bit(to))) return false;
  }
  return !(load<u64>(st, PINNED) & bit(from)) || (line(king, from) & bit(to)) != 0;
}

function reach(type: i32, from: i32): u64 {
  if (type == KNIGHT) return knightAttacks(from);
  const occupancy = occupied();
  let targets: u64 = 0;
  if (type == BISHOP || type == QUEEN) targets = bishopAttacks(from, occupancy);
  if (type == ROOK || type == QUEEN) targets |= rookAttacks(from, occupancy);
  return targets;
}

function isPawnMove(us: i32, from: i32, to: i32, flag: i32): bool {
  const isLast = to < 8 || to >= 56;
  if (isLast != flag >= PROMOTE) return false;
  const isPassing = load<i32>(st, EN_PASSANT) == to && (pawnAttacks(us, from) & bit(to)) != 0;
  if (isPassing != (flag == TAKE_PASSING)) return false;
  if (isPassing) return true;
  const up = us ? -8 : 8;
  const occupancy = occupied();
  if (pawnAttacks(us, from) & bit(to)) return (ofColor(us ^ 1) & bit(to)) != 0;
  if (occupancy & bit(to)) return false;
  if (to == from + up) return true;
  return to == from + 2 * up && from >> 3 == (us ? 6 : 1) && !(occupancy & bit(from + up));
}

function isLegalPassing(us: i32, king: i32, from: i32, to: i32): bool {
  const victim = bit(to ^ 8);
  const after = (occupied() ^ bit(from) ^ victim) | bit(to);
  return !(attackersTo(king, after) & ofColor(us ^ 1) & ~victim);
}

function isLegalCastle(us: i32, king: i32, to: i32): bool {
  if (load<u64>(st, CHECKERS)) return false;
  const rights = load<i32>(st, CASTLING) >> (us << 1);
  const isShort = to == king + 2;
  if (isShort ? !(rights & 1) : to != king - 2 || !(rights & 2)) return false;
  const rook = isShort ? king + 3 : king - 4;
  const occupancy = occupied();
  if (occupancy & between(king, rook)) return false;
  const step = isShort ? 1 : -1;
  return !isAttacked(king + step, occupancy, us ^ 1) && !isAttacked(to, occupancy, us ^ 1);
}

/** Neither side can win any more: bare kings, one minor piece, or bishops all on one colour. */
export function isDead(): bool {
  if (ofType(PAWN) | ofType(ROOK) | ofType(QUEEN)) return false;
  const knights = ofType(KNIGHT);
  const bishops = ofType(BISHOP);
  if (!isMany(knights | bishops)) return true;
  if (knights) return false;
  return !(bishops & 0x55aa55aa55aa55aa) || !(bishops & 0xaa55aa55aa55aa55);
}
