/**
 * The evaluation by a small network: 768 inputs (man, square) seen from each side, one hidden layer, an output
 * per number of men. The hidden layer is kept per state and view and brought up to date only when it is asked for,
 * so making moves costs nothing. Each view is mirrored so that its king is on files a to d.
 * Added to the output are a second layer over the hidden one (`net-second.ts`) and the activity of the men.
 */
import { ACCUMULATORS, ACTIVATIONS, NET, NET_HIDDEN, NET_READY, STATES, STATE_SIZE, T } from './memory';
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
import {
  BIAS,
  OUTPUT,
  OUTPUT_BIAS,
  OUTPUT_UNIT,
  ROW,
  SCALE,
  TERMS,
  TERM_UNIT,
  UNIT,
  bucketNow,
} from './net-layout';
import { KING, ROOK, first } from './squares';
import { dangerTerm, measureActivity, mobilityTerm, threatTerm } from './piece-activity';
import { netTerms } from './net-size';

/** Without a network the hand-written evaluation is used. */
export function hasNet(): bool {
  return load<i32>(NET_READY) != 0;
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

/**
 * The network's score of the squares, for the side to move, by the hidden layer's direct weights.
 * Leaves that layer's values behind for `secondScore`.
 */
export function netScore(): i32 {
  bringUp(0);
  bringUp(1);
  const bucket = bucketNow();
  const weights = OUTPUT + bucket * 2 * ROW;
  const values = T + ACTIVATIONS;
  const sum = i32x4.add(
    weighView(accumulator(st, turn), weights, values),
    weighView(accumulator(st, turn ^ 1), weights + ROW, values + NET_HIDDEN),
  );
  const total =
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3);
  return <i32>(<f32>(total + load<i32>(OUTPUT_BIAS + (bucket << 2))) * (SCALE / OUTPUT_UNIT));
}

/** A view's part of the output; its values, squared and clipped, go to `values` as numbers of seven bits. */
function weighView(layer: usize, weights: usize, values: usize): v128 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < ROW; at += 32) {
    const a = squares(layer + at);
    const b = squares(layer + at + 16);
    const forA = i32x4.dot_i16x8_s(i16x8.shr_u(a, 3), v128.load(weights + at));
    const forB = i32x4.dot_i16x8_s(i16x8.shr_u(b, 3), v128.load(weights + at, 16));
    sum = i32x4.add(sum, i32x4.add(forA, forB));
    v128.store(values + (at >> 1), i8x16.narrow_i16x8_u(i16x8.shr_u(a, 9), i16x8.shr_u(b, 9)));
  }
  return sum;
}

/** Squares of eight hidden values, clipped, as numbers of sixteen bits. */
function squares(place: usize): v128 {
  const value = i16x8.min_s(i16x8.max_s(v128.load(place), i16x8.splat(0)), i16x8.splat(<i16>UNIT));
  return i16x8.mul(value, value);
}

/** The share of the activity of the men. */
export function activityScore(): i32 {
  measureActivity();
  const weights = TERMS + bucketNow() * 4 * <usize>netTerms;
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
