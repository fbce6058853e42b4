/**
 * The evaluation by a small network: 768 inputs (man, square) seen from each side, one hidden layer, an output
 * per number of men. The hidden layer is kept per state and view and brought up to date only when it is asked for,
 * so making moves costs nothing. Each view is mirrored so that its king stands on files a to d.
 * Added to the output is how active the men are.
 */
import { ACCUMULATORS, NET, NET_HIDDEN, NET_READY, STATES, STATE_SIZE, T } from './memory';
import {
  CAPTURED,
  MOVE,
  NET_MOVED,
  NET_VALID,
  START_STATE,
  kingSquare,
  occupied,
  pieceOn,
  st,
  turn,
} from './position';
import { CASTLE, PROMOTE, TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { KING, ROOK, first } from './squares';
import { dangerTerm, measureActivity, mobilityTerm, threatTerm } from './activity';
import { netTerms } from './net-size';

const ROW: usize = NET_HIDDEN * 2;
const BIAS: usize = NET + 768 * ROW;
const OUTPUT: usize = BIAS + ROW;
const BUCKETS: usize = 8;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * ROW;
const TERMS: usize = OUTPUT_BIAS + BUCKETS * 4;
/** Bytes of the network as the host copies them to `NET`. */
export const NET_BYTES: usize = TERMS + BUCKETS * 4 * netTerms - NET;

/** Units of a hidden value and of an output weight. */
const UNIT: i32 = 255;
const OUTPUT_UNIT: i32 = 64;
/** Units of the search for one of the output. */
const SCALE: i32 = 200;
/** Units of the weight of a term. */
const TERM_UNIT: i32 = 256;

/** Without a network the hand-written evaluation stands in. */
export function hasNet(): bool {
  return load<i32>(NET_READY) != 0;
}

/** Outputs differ by number of men. */
function bucketNow(): usize {
  return <usize>((<i32>popcnt(occupied()) - 2) >> 2);
}

function accumulator(state: usize, view: i32): usize {
  const index = (state - (T + STATES)) / STATE_SIZE;
  return T + ACCUMULATORS + (index * 2 + <usize>view) * ROW;
}

/** How a view turns squares: upside down for Black, mirrored when its king is on the right. */
function turnOf(view: i32): i32 {
  return (view ? 56 : 0) ^ (kingSquare(view) & 4 ? 7 : 0);
}

function rowOf(view: i32, turned: i32, piece: i32, square: i32): usize {
  const kind = ((piece >> 3) ^ view) * 6 + (piece & 7) - 1;
  return NET + <usize>((kind << 6) | (square ^ turned)) * ROW;
}

/** What the network sees in the squares, for the side to move. */
export function netScore(): i32 {
  bringUp(0);
  bringUp(1);
  const own = accumulator(st, turn);
  const other = accumulator(st, turn ^ 1);
  const bucket = bucketNow();
  const weights = OUTPUT + bucket * 2 * ROW;
  const zero = i16x8.splat(0);
  const top = i16x8.splat(<i16>UNIT);
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < ROW; at += 16) {
    const mine = i16x8.min_s(i16x8.max_s(v128.load(own + at), zero), top);
    const theirs = i16x8.min_s(i16x8.max_s(v128.load(other + at), zero), top);
    const forMine = i16x8.mul(mine, v128.load(weights + at));
    const forTheirs = i16x8.mul(theirs, v128.load(weights + at, ROW));
    sum = i32x4.add(sum, i32x4.add(i32x4.dot_i16x8_s(forMine, mine), i32x4.dot_i16x8_s(forTheirs, theirs)));
  }
  const total =
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3);
  return ((total / UNIT + load<i32>(OUTPUT_BIAS + (bucket << 2))) * SCALE) / (UNIT * OUTPUT_UNIT);
}

/** What it adds for the activity of the men. */
export function activityScore(): i32 {
  measureActivity();
  const weights = TERMS + bucketNow() * 4 * netTerms;
  const sum =
    mobilityTerm * load<i32>(weights) +
    dangerTerm * load<i32>(weights, 4) +
    threatTerm * load<i32>(weights, 8);
  return sum / TERM_UNIT;
}

/** Makes the hidden layer of this state right, from the nearest state before where it is. */
function bringUp(view: i32): void {
  const flag = 1 << view;
  let state = st;
  while (!(<i32>load<u8>(state, NET_VALID) & flag)) {
    if (state == T + START_STATE || hasChangedSides(state, view)) {
      refresh(view);
      return;
    }
    state -= STATE_SIZE;
  }
  const turned = turnOf(view);
  while (state != st) {
    state += STATE_SIZE;
    update(state, view, turned);
    store<u8>(state, <u8>(<i32>load<u8>(state, NET_VALID) | flag), NET_VALID);
  }
}

/** Whether the move to this state took the view's king across the middle: everything is mirrored then. */
function hasChangedSides(state: usize, view: i32): bool {
  const move = load<i32>(state, MOVE);
  return load<u8>(state, NET_MOVED) == ((view << 3) | KING) && ((fromOf(move) ^ toOf(move)) & 4) != 0;
}

function refresh(view: i32): void {
  const target = accumulator(st, view);
  const turned = turnOf(view);
  memory.copy(target, BIAS, ROW);
  let rest = occupied();
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const row = rowOf(view, turned, pieceOn(square), square);
    for (let at: usize = 0; at < ROW; at += 16)
      v128.store(target + at, i16x8.add(v128.load(target + at), v128.load(row + at)));
  }
  store<u8>(st, <u8>(<i32>load<u8>(st, NET_VALID) | (1 << view)), NET_VALID);
}

/** The hidden layer after one move, from the one before it. */
function update(state: usize, view: i32, turned: i32): void {
  const target = accumulator(state, view);
  const source = target - 2 * ROW;
  const move = load<i32>(state, MOVE);
  if (!move) {
    memory.copy(target, source, ROW);
    return;
  }
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  const piece = <i32>load<u8>(state, NET_MOVED);
  const us = piece >> 3;
  const placed = flag >= PROMOTE ? (us << 3) | (flag - 2) : piece;
  const gone = rowOf(view, turned, piece, from);
  const come = rowOf(view, turned, placed, to);
  const captured = load<i32>(state, CAPTURED);
  if (captured) {
    const taken = rowOf(view, turned, captured, flag == TAKE_PASSING ? to ^ 8 : to);
    for (let at: usize = 0; at < ROW; at += 16) {
      const left = i16x8.sub(i16x8.sub(v128.load(source + at), v128.load(gone + at)), v128.load(taken + at));
      v128.store(target + at, i16x8.add(left, v128.load(come + at)));
    }
  } else if (flag == CASTLE) {
    const rook = (us << 3) | ROOK;
    const rookGone = rowOf(view, turned, rook, to > from ? to + 1 : to - 2);
    const rookCome = rowOf(view, turned, rook, to > from ? to - 1 : to + 1);
    for (let at: usize = 0; at < ROW; at += 16) {
      const left = i16x8.sub(
        i16x8.sub(v128.load(source + at), v128.load(gone + at)),
        v128.load(rookGone + at),
      );
      v128.store(target + at, i16x8.add(left, i16x8.add(v128.load(come + at), v128.load(rookCome + at))));
    }
  } else {
    for (let at: usize = 0; at < ROW; at += 16) {
      const left = i16x8.sub(v128.load(source + at), v128.load(gone + at));
      v128.store(target + at, i16x8.add(left, v128.load(come + at)));
    }
  }
}
