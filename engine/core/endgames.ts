/** Endgames whose result or method is known, and how far an advantage can be trusted. */
import { BISHOP, KING, KNIGHT, LIGHT_SQUARES, PAWN, QUEEN, ROOK, distance, first, isMany } from './squares';

import { MATERIAL_KEY, kingSquare, ofColor, ofType, pieces, st, turn } from './position';
import { endOf, weight } from './packed-score';
import { isKpkWin } from './kpk';
import { MATERIAL } from './features';

export const KNOWN_NOTHING: i32 = 32002;
/** More than any ordinary evaluation, less than a table win. */
const SURE: i32 = 9000;

/** The score for the side to move, or `KNOWN_NOTHING`. */
export function endgame(): i32 {
  const men = <i32>popcnt(ofColor(0) | ofColor(1));
  if (men > 5) return KNOWN_NOTHING;
  const strong = ofColor(0) == pieces(0, KING) ? 1 : ofColor(1) == pieces(1, KING) ? 0 : -1;
  if (strong < 0) return KNOWN_NOTHING;
  const score = againstBareKing(strong, men);
  return score == KNOWN_NOTHING ? score : strong == turn ? score : -score;
}

function againstBareKing(strong: i32, men: i32): i32 {
  const king = kingSquare(strong);
  const bare = kingSquare(strong ^ 1);
  const pawns = pieces(strong, PAWN);
  const knights = pieces(strong, KNIGHT);
  const bishops = pieces(strong, BISHOP);
  const heavy = pieces(strong, ROOK) | pieces(strong, QUEEN);
  if (men == 3 && pawns) return kingAndPawn(strong, king, bare, first(pawns));
  if (heavy) return SURE + drive(king, bare) + material(strong);
  if (pawns) return KNOWN_NOTHING;
  if (men == 4 && knights && bishops) return bishopAndKnight(king, bare, bishops);
  if (men == 4 && isMany(knights)) return 0;
  if (isMany(bishops) && bishops & LIGHT_SQUARES && bishops & ~LIGHT_SQUARES)
    return SURE + drive(king, bare) + material(strong);
  return KNOWN_NOTHING;
}

/** To the edge, with the own king near. */
function drive(king: i32, bare: i32): i32 {
  return 20 * fromCentre(bare) + 12 * (7 - distance(king, bare));
}

function fromCentre(square: i32): i32 {
  const file = square & 7;
  const rank = square >> 3;
  return max(3 - file, file - 4) + max(3 - rank, rank - 4);
}

function material(strong: i32): i32 {
  let sum = 0;
  for (let type = PAWN; type <= QUEEN; type++)
    sum += endOf(weight(MATERIAL + type - PAWN)) * <i32>popcnt(pieces(strong, type));
  return sum;
}

/** Mate is only possible in a corner of the bishop's colour. */
function bishopAndKnight(king: i32, bare: i32, bishop: u64): i32 {
  const isLight = (bishop & LIGHT_SQUARES) != 0;
  const toCorner = isLight
    ? min(distance(bare, 7), distance(bare, 56))
    : min(distance(bare, 0), distance(bare, 63));
  const file = bare & 7;
  const rank = bare >> 3;
  const along = isLight ? abs(7 - file - rank) : abs(file - rank);
  return SURE + 60 * (7 - toCorner) + 25 * along + 14 * (7 - distance(king, bare)) + 10 * fromCentre(bare);
}

function kingAndPawn(strong: i32, king: i32, bare: i32, pawn: i32): i32 {
  if (!isKpkWin(strong, king, bare, pawn)) return 0;
  const rank = strong ? 7 - (pawn >> 3) : pawn >> 3;
  return SURE / 2 + 40 * rank;
}

/** Sixty-fourths of the endgame score that are left; `score` is white's. */
export function scaleOf(score: i32): i32 {
  const strong = score >= 0 ? 0 : 1;
  const pawns = pieces(strong, PAWN);
  const own = load<u64>(st, MATERIAL_KEY) >> (<u64>strong * 24);
  const other = load<u64>(st, MATERIAL_KEY) >> (<u64>(strong ^ 1) * 24);
  const ownPieces = pieceUnits(own);
  const otherPieces = pieceUnits(other);
  if (!pawns) {
    if (ownPieces <= 3 && ownPieces - otherPieces <= 3) return otherPieces ? 6 : ownPieces < 5 ? 0 : 16;
    if (ownPieces - otherPieces <= 3) return 14;
    return 64;
  }
  const bishops = ofType(BISHOP);
  const isOpposite =
    <i32>popcnt(pieces(0, BISHOP)) == 1 &&
    <i32>popcnt(pieces(1, BISHOP)) == 1 &&
    bishops & LIGHT_SQUARES &&
    bishops & ~LIGHT_SQUARES;
  if (isOpposite)
    return ownPieces == 3 && otherPieces == 3 ? 20 + 4 * <i32>popcnt(pawns) : 34 + 3 * <i32>popcnt(pawns);
  // Pawns on one wing only are easier to defend.
  const isOneWing = !(ofType(PAWN) & 0x0f0f0f0f0f0f0f0f) || !(ofType(PAWN) & 0xf0f0f0f0f0f0f0f0);
  return min(42 + 5 * <i32>popcnt(pawns) - (isOneWing ? 6 : 0), 64);
}

/** Minor pieces count three, rooks five, queens ten. */
function pieceUnits(count: u64): i32 {
  return <i32>(
    (3 * ((count >> 4) & 15) + 3 * ((count >> 8) & 15) + 5 * ((count >> 12) & 15) + 10 * ((count >> 16) & 15))
  );
}
