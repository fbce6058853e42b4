/** Whether a move gives check, without making it. */
import { CASTLE, PROMOTE, TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { bishopAttacks, rookAttacks } from './magics';
import { kingSquare, occupied, ofColor, ofType, pieceOn, turn } from './position';
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, bit, knightAttacks, pawnAttacks } from './squares';

/**
 * Reads the lines of the other king after the move: a check comes from a man that was behind the mover, or from the mover
 * itself (the rook when castling). Reading all lines at once costs less than selecting the relevant ones.
 */
export function givesCheck(move: i32): bool {
  const us = turn;
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  const king = kingSquare(us ^ 1);
  let occupancy = (occupied() ^ bit(from)) | bit(to);
  if (flag == TAKE_PASSING) occupancy ^= bit(to ^ 8);
  let type = flag >= PROMOTE ? flag - 2 : pieceOn(from) & 7;
  let square = to;
  if (flag == CASTLE) {
    type = ROOK;
    square = to > from ? to - 1 : to + 1;
  }
  const stayed = ofColor(us) ^ bit(from);
  const queens = ofType(QUEEN);
  const straight = ((ofType(ROOK) | queens) & stayed) | squareIf(type == ROOK || type == QUEEN, square);
  const diagonal = ((ofType(BISHOP) | queens) & stayed) | squareIf(type == BISHOP || type == QUEEN, square);
  return (
    ((rookAttacks(king, occupancy) & straight) |
      (bishopAttacks(king, occupancy) & diagonal) |
      (knightAttacks(king) & squareIf(type == KNIGHT, square)) |
      (pawnAttacks(us ^ 1, king) & squareIf(type == PAWN, square))) !=
    0
  );
}

function squareIf(condition: bool, square: i32): u64 {
  return select<u64>(bit(square), 0, condition);
}
