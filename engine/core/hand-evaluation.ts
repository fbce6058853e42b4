/** The hand-written evaluation: it replaces a missing network and labels positions for its training. */
import { PIECE_SQUARE } from './memory';
import * as F from './features';
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE, bit, distance, first } from './squares';
import { kingSquare, occupied, ofColor, ofType, pieceOn, pieces, turn } from './position';
import { E_SCORE, passedPawns, pawnEntry, shelter } from './pawns';
import { ahead, endOf, fileOf, middleOf, weight } from './packed-score';
import { attacked, startAttacks } from './attacks';
import { danger } from './king-danger';
import { mobility } from './mobility';
import { placement } from './placement';
import { scaleOf } from './endgames';
import { threats } from './threats';

/** The value with all pieces on the board. */
const FULL_PHASE: i32 = 24;

/** The phase of the game, 24 for a middlegame, 0 without pieces: minor pieces count one, rooks two, queens four. */
export function phaseNow(): i32 {
  const minor = <i32>popcnt(ofType(KNIGHT) | ofType(BISHOP));
  return min(minor + 2 * <i32>popcnt(ofType(ROOK)) + 4 * <i32>popcnt(ofType(QUEEN)), FULL_PHASE);
}

/** Men and their squares, packed, White's view. */
export function manScore(): i32 {
  let score = 0;
  let rest = occupied();
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    score += load<i32>(PIECE_SQUARE + (((pieceOn(square) << 6) | square) << 2));
  }
  return score;
}

/** Units of the search for the side to move. */
export function evaluateByHand(): i32 {
  const score = weigh();
  const middle = middleOf(score);
  const end = endOf(score);
  const phase = phaseNow();
  const scaled = (end * scaleOf(end)) / 64;
  const result = (middle * phase + scaled * (FULL_PHASE - phase)) / FULL_PHASE;
  return (turn == WHITE ? result : -result) + taper(weight(F.TEMPO), phase);
}

/** A packed score as one number, by the rest of the middlegame. */
export function taper(score: i32, phase: i32): i32 {
  return (middleOf(score) * phase + endOf(score) * (FULL_PHASE - phase)) / FULL_PHASE;
}

/** White's packed score of everything. */
function weigh(): i32 {
  const entry = pawnEntry();
  let score = manScore() + load<i32>(entry, E_SCORE);
  startAttacks();
  score += mobility(0) - mobility(1) + placement(0) - placement(1);
  score += kingSafety(0, entry) - kingSafety(1, entry);
  score += threats(0) - threats(1);
  score += passers(0, entry) - passers(1, entry);
  if (phaseNow() > 12) score += space(0) - space(1);
  return score;
}

function kingSafety(us: i32, entry: usize): i32 {
  const cover = shelter(entry, us, kingSquare(us));
  return cover - danger(us, middleOf(cover));
}

/** The value of passed pawns beyond their rank. */
function passers(us: i32, entry: usize): i32 {
  const them = us ^ 1;
  const up = us ? -8 : 8;
  const occupancy = occupied();
  let score = 0;
  let rest = passedPawns(entry, us);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const rank = us ? 7 - (square >> 3) : square >> 3;
    if (rank < 2) continue;
    const stop = square + up;
    const factor = rank - 1;
    score += weight(F.PASSED_KING_NEAR + distance(kingSquare(us), stop)) * factor;
    score += weight(F.PASSED_KING_FAR + distance(kingSquare(them), stop)) * factor;
    const path = ahead(us, square) & fileOf(square);
    if (!(path & (ofColor(them) | attacked(them, 0)))) score += weight(F.PASSED_FREE + rank);
    if (!(bit(stop) & (occupancy | (attacked(them, 0) & ~attacked(us, 0)))))
      score += weight(F.PASSED_SAFE + rank);
  }
  return score;
}

function space(us: i32): i32 {
  const pawns = pieces(us, PAWN);
  const centre: u64 = us ? 0x003c3c3c00000000 : 0x000000003c3c3c00;
  const safe = centre & ~pawns & ~attacked(us ^ 1, PAWN);
  const behind = us ? (pawns << 8) | (pawns << 16) : (pawns >> 8) | (pawns >> 16);
  return weight(F.SPACE) * <i32>popcnt(safe) + weight(F.SPACE) * <i32>popcnt(safe & behind);
}
