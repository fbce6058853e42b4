/** The hand-written evaluation: it stands in for the network and labels positions for its training. */
import { ATTACKS, PIECE_SQUARE, T } from './memory';
import * as F from './features';
import {
  BISHOP,
  FILE_A,
  FILE_H,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  RANK_3,
  RANK_6,
  ROOK,
  WHITE,
  between,
  bit,
  distance,
  first,
  isMany,
  kingAttacks,
  knightAttacks,
  line,
  pawnAttackSet,
} from './squares';
import { kingSquare, occupied, ofColor, ofType, pieceOn, pieces, turn } from './position';
import { E_SCORE, passedPawns, pawnEntry, shelter } from './pawns';
import { ahead, endOf, fileOf, kingRing, middleOf, outpostMask, pack, weight } from './weigh';
import { bishopAttacks, rookAttacks } from './magics';
import { scaleOf } from './endgames';

/** Attack sets by colour: eight words, by type; the first has all of them, the last squares attacked twice. */
const TWICE: i32 = 7;
/** King attackers of a colour: how many, their weight. */
const ATTACKERS: usize = ATTACKS + 128;
const FULL_PHASE: i32 = 24;
/** Beyond this more attackers change nothing: it is lost anyway. */
const MAX_DANGER: i32 = 1300;

function attacked(color: i32, type: i32): u64 {
  return load<u64>(T + (((color << 3) | type) << 3), ATTACKS);
}

function addAttacks(color: i32, type: i32, set: u64): void {
  const row = T + (color << 6);
  store<u64>(row, load<u64>(row, ATTACKS + 56) | (load<u64>(row, ATTACKS) & set), ATTACKS + 56);
  store<u64>(row, load<u64>(row, ATTACKS) | set, ATTACKS);
  store<u64>(row + (type << 3), load<u64>(row + (type << 3), ATTACKS) | set, ATTACKS);
}

/** What is left of the middlegame, at most 24: minor pieces count one, rooks two, queens four. */
export function phaseNow(): i32 {
  const minor = <i32>popcnt(ofType(KNIGHT) | ofType(BISHOP));
  return min(minor + 2 * <i32>popcnt(ofType(ROOK)) + 4 * <i32>popcnt(ofType(QUEEN)), FULL_PHASE);
}

/** Men and where they stand, packed, White's view. */
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

/** Centipawns for the side to move. */
export function evaluateByHand(): i32 {
  const score = weigh();
  const middle = middleOf(score);
  const end = endOf(score);
  const phase = phaseNow();
  const scaled = (end * scaleOf(end)) / 64;
  const result = (middle * phase + scaled * (FULL_PHASE - phase)) / FULL_PHASE;
  const tempo =
    (middleOf(weight(F.TEMPO)) * phase + endOf(weight(F.TEMPO)) * (FULL_PHASE - phase)) / FULL_PHASE;
  return (turn == WHITE ? result : -result) + tempo;
}

/** White's packed score of everything. */
function weigh(): i32 {
  const entry = pawnEntry();
  let score = manScore() + load<i32>(entry, E_SCORE);
  memory.fill(T + ATTACKS, 0, 160);
  for (let color = 0; color < 2; color++) {
    const pawns = pieces(color, PAWN);
    addAttacks(color, KING, kingAttacks(kingSquare(color)));
    const left = color ? (pawns & ~FILE_A) >> 9 : (pawns & ~FILE_A) << 7;
    const right = color ? (pawns & ~FILE_H) >> 7 : (pawns & ~FILE_H) << 9;
    addAttacks(color, PAWN, left | right);
    const row = T + (color << 6);
    store<u64>(row, load<u64>(row, ATTACKS + 56) | (left & right), ATTACKS + 56);
  }
  score += activity(0) - activity(1);
  score += kingSafety(0, entry) - kingSafety(1, entry);
  score += threats(0) - threats(1);
  score += passers(0, entry) - passers(1, entry);
  if (phaseNow() > 12) score += space(0) - space(1);
  return score;
}

/** Mobility, outposts, files; collects attacks on the way. */
function activity(us: i32): i32 {
  const them = us ^ 1;
  const occupancy = occupied();
  const own = ofColor(us);
  const pawns = pieces(us, PAWN);
  const theirPawns = pieces(them, PAWN);
  const king = kingSquare(us);
  const ring = kingRing(kingSquare(them));
  const blocked = pawns & ((us ? occupancy << 8 : occupancy >> 8) | (us ? 0x00ffff0000000000 : 0xffff00));
  const area = ~(blocked | pieces(us, KING) | pieces(us, QUEEN) | attacked(them, PAWN));
  const pinned = pinnedTo(king, us, occupancy);
  const outposts = (us ? 0x000000ffffff0000 : 0x0000ffffff000000) & attacked(us, PAWN);
  const home = us ? pawns << 8 : pawns >> 8;
  let score = 0;

  let rest = pieces(us, KNIGHT);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const reach = pinned & bit(square) ? 0 : knightAttacks(square);
    score += piece(us, KNIGHT, square, reach, area, ring, F.KNIGHT_MOBILITY);
    if (outposts & bit(square) && !(outpostMask(us, square) & theirPawns)) score += weight(F.KNIGHT_OUTPOST);
    if (home & bit(square)) score += weight(F.BEHIND_PAWN);
  }
  rest = pieces(us, BISHOP);
  if (isMany(rest)) score += weight(F.BISHOP_PAIR);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = bishopAttacks(square, occupancy ^ ofType(QUEEN));
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, BISHOP, square, reach, area, ring, F.BISHOP_MOBILITY);
    if (outposts & bit(square) && !(outpostMask(us, square) & theirPawns)) score += weight(F.BISHOP_OUTPOST);
    if (home & bit(square)) score += weight(F.BEHIND_PAWN);
    const color: u64 = bit(square) & 0x55aa55aa55aa55aa ? 0x55aa55aa55aa55aa : 0xaa55aa55aa55aa55;
    score += weight(F.BISHOP_PAWNS) * <i32>popcnt(pawns & color);
    if (isMany(bishopAttacks(square, ofType(PAWN)) & 0x0000001818000000)) score += weight(F.LONG_DIAGONAL);
  }
  rest = pieces(us, ROOK);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = rookAttacks(square, occupancy ^ ofType(QUEEN) ^ pieces(us, ROOK));
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, ROOK, square, reach, area, ring, F.ROOK_MOBILITY);
    const file = fileOf(square);
    if (!(file & pawns)) score += weight(file & theirPawns ? F.ROOK_HALF : F.ROOK_OPEN);
    else if (isTrapped(square, king, <i32>popcnt(reach & area))) score += weight(F.ROOK_TRAPPED);
    if (
      square >> 3 == (us ? 1 : 6) &&
      (theirPawns & (us ? 0xff00 : 0x00ff000000000000) || kingSquare(them) >> 3 == (us ? 0 : 7))
    )
      score += weight(F.ROOK_SEVENTH);
  }
  rest = pieces(us, QUEEN);
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    let reach = bishopAttacks(square, occupancy) | rookAttacks(square, occupancy);
    if (pinned & bit(square)) reach &= line(king, square);
    score += piece(us, QUEEN, square, reach, area, ring, F.QUEEN_MOBILITY);
    if (ahead(us, us ? 32 : 31) & bit(square) && !(outpostMask(us, square) & theirPawns))
      score += weight(F.QUEEN_INFILTRATION);
  }
  return score;
}

/** A rook shut in on the side its king has left it. */
function isTrapped(square: i32, king: i32, mobility: i32): bool {
  if (mobility > 3) return false;
  const isLeft = (square & 7) < (king & 7);
  return (king & 7) > 3 ? !isLeft : isLeft;
}

function piece(us: i32, type: i32, square: i32, reach: u64, area: u64, ring: u64, mobility: i32): i32 {
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

function pinnedTo(king: i32, us: i32, occupancy: u64): u64 {
  const theirs = ofColor(us ^ 1);
  let pinned: u64 = 0;
  let snipers =
    ((bishopAttacks(king, 0) & (ofType(BISHOP) | ofType(QUEEN))) |
      (rookAttacks(king, 0) & (ofType(ROOK) | ofType(QUEEN)))) &
    theirs;
  while (snipers) {
    const sniper = first(snipers);
    const blockers = between(king, sniper) & occupancy;
    if (blockers && !isMany(blockers)) pinned |= blockers & ~theirs;
    snipers &= snipers - 1;
  }
  return pinned;
}

/** Danger grows with the square of what is wrong around the king. */
function kingSafety(us: i32, entry: usize): i32 {
  const them = us ^ 1;
  const king = kingSquare(us);
  const cover = shelter(entry, us, king);
  const row = T + (them << 4);
  const attackers = load<i32>(row, ATTACKERS);
  const queens = pieces(them, QUEEN);
  if (attackers + (queens ? 1 : 0) < 2) return cover;

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

  let danger = middleOf(weight(F.DANGER_BASE)) + attackers * load<i32>(row, ATTACKERS + 4);
  danger += load<i32>(row, ATTACKERS + 8) * middleOf(weight(F.DANGER_RING));
  danger += <i32>popcnt(ring & weak) * middleOf(weight(F.DANGER_WEAK));
  if (!queens) danger += middleOf(weight(F.DANGER_NO_QUEEN));
  if (knightChecks & safe) danger += middleOf(weight(F.DANGER_CHECK));
  if (bishopChecks & safe) danger += middleOf(weight(F.DANGER_CHECK + 1));
  if (rookChecks & safe) danger += middleOf(weight(F.DANGER_CHECK + 2));
  if (queenChecks & safe) danger += middleOf(weight(F.DANGER_CHECK + 3));
  const unsafe = (knightChecks | bishopChecks | rookChecks) & ~safe & ~ofColor(them);
  danger += <i32>popcnt(unsafe) * middleOf(weight(F.DANGER_UNSAFE));
  danger += middleOf(cover) * middleOf(weight(F.DANGER_SHELTER));
  danger += <i32>popcnt(pinnedTo(king, us, occupancy)) * middleOf(weight(F.DANGER_PINNED));
  const flank = flankOf(king) & (us ? 0xffffff0000000000 : 0x0000000000ffffff);
  danger += <i32>popcnt(flank & attacked(them, 0)) * middleOf(weight(F.DANGER_FLANK));
  if (danger <= 0) return cover;
  if (danger > MAX_DANGER) danger = MAX_DANGER;
  return cover - pack((danger * danger) / 720, danger / 8);
}

function flankOf(king: i32): u64 {
  const file = king & 7;
  return file < 3 ? 0x0f0f0f0f0f0f0f0f : file < 5 ? 0x3c3c3c3c3c3c3c3c : 0xf0f0f0f0f0f0f0f0;
}

function threats(us: i32): i32 {
  const them = us ^ 1;
  const theirs = ofColor(them);
  const theirPieces = theirs & ~ofType(PAWN) & ~ofType(KING);
  const protectedBy = attacked(them, PAWN) | (attacked(them, TWICE) & ~attacked(us, TWICE));
  const weak = theirs & ~protectedBy & attacked(us, 0);
  let score = 0;
  let set = theirPieces & attacked(us, PAWN);
  while (set) {
    score += weight(F.PAWN_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  set = (theirPieces | weak) & (attacked(us, KNIGHT) | attacked(us, BISHOP)) & ~ofType(KING);
  while (set) {
    score += weight(F.MINOR_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  set = (weak | pieces(them, QUEEN)) & attacked(us, ROOK) & ~ofType(KING);
  while (set) {
    score += weight(F.ROOK_THREAT + (pieceOn(first(set)) & 7) - PAWN);
    set &= set - 1;
  }
  if (weak & attacked(us, KING)) score += weight(F.KING_THREAT);
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

/** What passed pawns are worth beyond their rank. */
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
