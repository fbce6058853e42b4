/** Strictly legal moves, in stages. A list entry is eight bytes; generators write the move into the first four. */
import { CASTLE, PROMOTE, TAKE_PASSING } from './make';
import { bishopAttacks, rookAttacks } from './magics';
import {
  CASTLING,
  CHECKERS,
  EN_PASSANT,
  PINNED,
  isAttacked,
  kingSquare,
  occupied,
  ofColor,
  ofType,
  pieces,
  st,
  turn,
  attackersTo,
} from './position';
import {
  BISHOP,
  FILE_A,
  FILE_H,
  KNIGHT,
  NO_SQUARE,
  PAWN,
  QUEEN,
  RANK_1,
  RANK_3,
  RANK_6,
  RANK_8,
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

/** Captures, promotions, en passant. */
export const NOISY: i32 = 1;
export const QUIET: i32 = 2;
export const ALL: i32 = 3;

export const ENTRY: usize = 8;

/** Writes the wanted legal moves to the list and returns its end. Evasions are `ALL` while in check. */
export function generate(stage: i32, list: usize): usize {
  const us = turn;
  const own = ofColor(us);
  const theirs = ofColor(us ^ 1);
  const occupancy = own | theirs;
  const king = kingSquare(us);
  const checks = load<u64>(st, CHECKERS);
  const wanted = stage == ALL ? ~own : stage == NOISY ? theirs : ~occupancy;

  let targets = wanted;
  if (checks) {
    if (isMany(checks)) return kingMoves(us, king, wanted, occupancy, list);
    targets &= between(king, first(checks)) | checks;
    // A checking pawn can also be taken in passing, a check blocked by a promotion.
  }
  const evasion = checks ? between(king, first(checks)) | checks : ~(<u64>0);
  const pinned = load<u64>(st, PINNED);
  list = pawnMoves(us, king, stage, evasion, pinned, occupancy, theirs, list);

  let movers = own & ofType(KNIGHT) & ~pinned;
  while (movers) {
    const from = first(movers);
    list = emit(from, knightAttacks(from) & targets, list);
    movers &= movers - 1;
  }
  const queens = ofType(QUEEN);
  movers = own & (ofType(BISHOP) | queens);
  while (movers) {
    const from = first(movers);
    let to = bishopAttacks(from, occupancy) & targets;
    if (pinned & bit(from)) to &= line(king, from);
    list = emit(from, to, list);
    movers &= movers - 1;
  }
  movers = own & (ofType(ROOK) | queens);
  while (movers) {
    const from = first(movers);
    let to = rookAttacks(from, occupancy) & targets;
    if (pinned & bit(from)) to &= line(king, from);
    list = emit(from, to, list);
    movers &= movers - 1;
  }
  if (stage & QUIET && !checks) list = castles(us, king, occupancy, list);
  return kingMoves(us, king, wanted, occupancy, list);
}

function emit(from: i32, targets: u64, list: usize): usize {
  while (targets) {
    store<i32>(list, from | (first(targets) << 6));
    list += ENTRY;
    targets &= targets - 1;
  }
  return list;
}

function kingMoves(us: i32, king: i32, wanted: u64, occupancy: u64, list: usize): usize {
  let targets = kingAttacks(king) & wanted;
  const without = occupancy ^ bit(king);
  while (targets) {
    const to = first(targets);
    if (!isAttacked(to, without, us ^ 1)) {
      store<i32>(list, king | (to << 6));
      list += ENTRY;
    }
    targets &= targets - 1;
  }
  return list;
}

/** Rights: 1 white short, 2 white long, 4 and 8 black. */
function castles(us: i32, king: i32, occupancy: u64, list: usize): usize {
  const rights = load<i32>(st, CASTLING) >> (us << 1);
  if (rights & 1 && !(occupancy & (bit(king + 1) | bit(king + 2)))) {
    if (!isAttacked(king + 1, occupancy, us ^ 1) && !isAttacked(king + 2, occupancy, us ^ 1)) {
      store<i32>(list, king | ((king + 2) << 6) | (CASTLE << 12));
      list += ENTRY;
    }
  }
  if (rights & 2 && !(occupancy & (bit(king - 1) | bit(king - 2) | bit(king - 3)))) {
    if (!isAttacked(king - 1, occupancy, us ^ 1) && !isAttacked(king - 2, occupancy, us ^ 1)) {
      store<i32>(list, king | ((king - 2) << 6) | (CASTLE << 12));
      list += ENTRY;
    }
  }
  return list;
}

function pawnMoves(
  us: i32,
  king: i32,
  stage: i32,
  evasion: u64,
  pinned: u64,
  occupancy: u64,
  theirs: u64,
  list: usize,
): usize {
  const pawns = pieces(us, PAWN);
  const free = pawns & ~pinned;
  const empty = ~occupancy;
  const last = us ? RANK_1 : RANK_8;
  const up = us ? -8 : 8;
  const single = (us ? free >> 8 : free << 8) & empty;

  if (stage & QUIET) {
    const double = (us ? (single & RANK_6) >> 8 : (single & RANK_3) << 8) & empty & evasion;
    list = emitPawns(up, single & evasion & ~last, list);
    list = emitPawns(up + up, double, list);
  }
  if (stage & NOISY) {
    const targets = theirs & evasion;
    const left = (us ? (free & ~FILE_A) >> 9 : (free & ~FILE_A) << 7) & targets;
    const right = (us ? (free & ~FILE_H) >> 7 : (free & ~FILE_H) << 9) & targets;
    list = emitPawns(us ? -9 : 7, left & ~last, list);
    list = emitPawns(us ? -7 : 9, right & ~last, list);
    list = emitPromotions(us ? -9 : 7, left & last, list);
    list = emitPromotions(us ? -7 : 9, right & last, list);
    list = emitPromotions(up, single & last & evasion, list);
    const passing = load<i32>(st, EN_PASSANT);
    if (passing != NO_SQUARE) list = passingCaptures(us, king, passing, occupancy, list);
  }
  let tied = pawns & pinned;
  while (tied) {
    const from = first(tied);
    list = pinnedPawn(us, from, stage, line(king, from) & evasion, occupancy, theirs, list);
    tied &= tied - 1;
  }
  return list;
}

function emitPawns(step: i32, targets: u64, list: usize): usize {
  while (targets) {
    const to = first(targets);
    store<i32>(list, (to - step) | (to << 6));
    list += ENTRY;
    targets &= targets - 1;
  }
  return list;
}

function emitPromotions(step: i32, targets: u64, list: usize): usize {
  while (targets) {
    const to = first(targets);
    list = promotions((to - step) | (to << 6), list);
    targets &= targets - 1;
  }
  return list;
}

function promotions(move: i32, list: usize): usize {
  store<i32>(list, move | ((PROMOTE + 3) << 12));
  store<i32>(list, move | (PROMOTE << 12), 8);
  store<i32>(list, move | ((PROMOTE + 2) << 12), 16);
  store<i32>(list, move | ((PROMOTE + 1) << 12), 24);
  return list + 32;
}

function pinnedPawn(
  us: i32,
  from: i32,
  stage: i32,
  allowed: u64,
  occupancy: u64,
  theirs: u64,
  list: usize,
): usize {
  const last = us ? RANK_1 : RANK_8;
  const push = (us ? bit(from) >> 8 : bit(from) << 8) & ~occupancy;
  if (stage & QUIET) {
    const double = (us ? (push & RANK_6) >> 8 : (push & RANK_3) << 8) & ~occupancy;
    list = emit(from, (push | double) & allowed & ~last, list);
  }
  if (stage & NOISY) {
    const captures = pawnAttacks(us, from) & theirs & allowed;
    list = emit(from, captures & ~last, list);
    let promoting = captures & last;
    while (promoting) {
      list = promotions(from | (first(promoting) << 6), list);
      promoting &= promoting - 1;
    }
  }
  return list;
}

/** Two men leave one rank at once, so the king's lines are looked at again. */
function passingCaptures(us: i32, king: i32, passing: i32, occupancy: u64, list: usize): usize {
  let takers = pawnAttacks(us ^ 1, passing) & pieces(us, PAWN);
  const victim = bit(passing ^ 8);
  while (takers) {
    const from = first(takers);
    const after = (occupancy ^ bit(from) ^ victim) | bit(passing);
    if (!(attackersTo(king, after) & ofColor(us ^ 1) & ~victim)) {
      store<i32>(list, from | (passing << 6) | (TAKE_PASSING << 12));
      list += ENTRY;
    }
    takers &= takers - 1;
  }
  return list;
}
