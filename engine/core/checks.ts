/** Whether a move gives check, without making it. */
import { CASTLE, PROMOTE, TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { bishopAttacks, rookAttacks } from './magics';
import { kingSquare, occupied, ofType, pieceOn, pieces, turn } from './position';
import {
  BISHOP,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  ROOK,
  between,
  bit,
  knightAttacks,
  line,
  pawnAttacks,
} from './squares';

export function givesCheck(move: i32): bool {
  const us = turn;
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  const king = kingSquare(us ^ 1);
  const occupancy = (occupied() ^ bit(from)) | bit(to);
  if (flag == CASTLE) return checksFrom(ROOK, to > from ? to - 1 : to + 1, king, us, occupancy);
  const type = flag >= PROMOTE ? flag - 2 : pieceOn(from) & 7;
  if (checksFrom(type, to, king, us, occupancy)) return true;
  if (flag == TAKE_PASSING) return isDiscovered(king, us, occupancy ^ bit(to ^ 8));
  const ray = line(from, king);
  return ray != 0 && !(ray & bit(to)) && isDiscovered(king, us, occupancy);
}

function checksFrom(type: i32, square: i32, king: i32, us: i32, occupancy: u64): bool {
  if (type == KNIGHT) return (knightAttacks(king) & bit(square)) != 0;
  if (type == PAWN) return (pawnAttacks(us ^ 1, king) & bit(square)) != 0;
  if (type == KING || !line(square, king) || between(square, king) & occupancy) return false;
  const isStraight = ((square ^ king) & 7) == 0 || (square ^ king) < 8;
  return type == QUEEN || (type == ROOK) == isStraight;
}

function isDiscovered(king: i32, us: i32, occupancy: u64): bool {
  const queens = ofType(QUEEN);
  const own = pieces(us, QUEEN) | pieces(us, ROOK) | pieces(us, BISHOP);
  const seen =
    (rookAttacks(king, occupancy) & (ofType(ROOK) | queens)) |
    (bishopAttacks(king, occupancy) & (ofType(BISHOP) | queens));
  return (seen & own & occupancy) != 0;
}
