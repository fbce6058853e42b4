/**
 * Trains the network: a build of its own with a memory of its own, driven by `tuning/train.ts`. Everything is
 * 32-bit floats: parameters in the order of the network's file, then gradients and the two moments of Adam.
 *
 * A sample is 40 bytes: occupancy, pieces in nibbles in the order of squares, side to move, the target (expected
 * points of the side to move), and the terms of `activity.ts` as 16-bit numbers.
 */
import { NET_HIDDEN } from './memory';
import { KING, first } from './squares';
import { netTerms } from './net-size';

const HIDDEN: usize = NET_HIDDEN;
const ROW: usize = HIDDEN * 4;
const BUCKETS: usize = 8;
const BIAS: usize = 768 * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
const TERM_COUNT: usize = netTerms;
const TERMS: usize = OUTPUT_BIAS + BUCKETS;
const COUNT: usize = TERMS + BUCKETS * TERM_COUNT;

const START: usize = 0x20000;
/** Row offsets of both views, hidden layers, their gradients. */
const ROWS: usize = START - 0x10000;
const LAYERS: usize = ROWS + 1024;
const SLOPES: usize = LAYERS + 2 * ROW;
const SIZE: usize = (COUNT * 4 + 63) & ~63;
const PARAMETERS: usize = START;
const GRADIENTS: usize = PARAMETERS + SIZE;
const MEANS: usize = GRADIENTS + SIZE;
const SQUARES: usize = MEANS + SIZE;
const SAMPLES: usize = SQUARES + SIZE;
export const SAMPLE_SIZE: usize = 40;
/** Outputs per unit of a term: one over the scale of `net.ts`. */
const TERM_SCALE: f32 = 1.0 / 200.0;

/** Hidden values and output weights have to fit the small integers of the engine. */
const WIDEST: f32 = 1.98;

export function parameterCount(): usize {
  return COUNT;
}

export function parametersAt(): usize {
  return PARAMETERS;
}

export function samplesAt(): usize {
  return SAMPLES;
}

/** Lists the input rows of the sample for both views; returns the number of men. */
function readRows(sample: usize): i32 {
  const side = <i32>load<u8>(sample, 24);
  let rest = load<u64>(sample);
  let count = 0;
  let own = 0;
  let other = 0;
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const piece = pieceAt(sample, count++);
    if ((piece & 7) != KING) continue;
    if (piece >> 3 == side) own = square;
    else other = square;
  }
  const ownTurn = (side ? 56 : 0) ^ (own & 4 ? 7 : 0);
  const otherTurn = (side ? 0 : 56) ^ (other & 4 ? 7 : 0);
  rest = load<u64>(sample);
  for (let index = 0; index < count; index++) {
    const square = first(rest);
    rest &= rest - 1;
    const piece = pieceAt(sample, index);
    const color = (piece >> 3) ^ side;
    const type = (piece & 7) - 1;
    const entry = ROWS + (index << 3);
    store<u32>(entry, <u32>((((color * 6 + type) << 6) | (square ^ ownTurn)) * <i32>ROW));
    store<u32>(entry, <u32>(((((color ^ 1) * 6 + type) << 6) | (square ^ otherTurn)) * <i32>ROW), 4);
  }
  return count;
}

function pieceAt(sample: usize, index: i32): i32 {
  return (<i32>load<u8>(sample + (index >> 1), 8) >> ((index & 1) << 2)) & 15;
}

function fillLayer(view: usize, men: i32): void {
  for (let at: usize = 0; at < ROW; at += 64) {
    const bias = PARAMETERS + BIAS * 4 + at;
    let a = v128.load(bias);
    let b = v128.load(bias, 16);
    let c = v128.load(bias, 32);
    let d = v128.load(bias, 48);
    for (let index = 0; index < men; index++) {
      const row = PARAMETERS + load<u32>(ROWS + (index << 3) + (view << 2)) + at;
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
      c = f32x4.add(c, v128.load(row, 32));
      d = f32x4.add(d, v128.load(row, 48));
    }
    const target = LAYERS + view * ROW + at;
    v128.store(target, a);
    v128.store(target, b, 16);
    v128.store(target, c, 32);
    v128.store(target, d, 48);
  }
}

function bucketOf(men: i32): usize {
  return <usize>((men - 2) >> 2);
}

function termOf(sample: usize, term: usize): f32 {
  return <f32>load<i16>(sample + (term << 1), 32) * TERM_SCALE;
}

/** Expected points of the side to move. */
function predict(men: i32, sample: usize): f32 {
  fillLayer(0, men);
  fillLayer(1, men);
  const bucket = bucketOf(men);
  const weights = PARAMETERS + (OUTPUT + bucket * 2 * HIDDEN) * 4;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < 2 * ROW; at += 16) {
    const value = f32x4.min(f32x4.max(v128.load(LAYERS + at), zero), one);
    sum = f32x4.add(sum, f32x4.mul(f32x4.mul(value, value), v128.load(weights + at)));
  }
  let total =
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    f32x4.extract_lane(sum, 2) +
    f32x4.extract_lane(sum, 3) +
    load<f32>(PARAMETERS + (OUTPUT_BIAS + bucket) * 4);
  for (let term: usize = 0; term < TERM_COUNT; term++)
    total += termOf(sample, term) * load<f32>(PARAMETERS + (TERMS + bucket * TERM_COUNT + term) * 4);
  return 1 / (1 + Mathf.exp(-total));
}

/** Sum of squared errors of samples from `from` on. */
export function measure(from: u32, count: u32): f64 {
  let loss: f64 = 0;
  for (let index = from; index < from + count; index++) {
    const sample = SAMPLES + <usize>index * SAMPLE_SIZE;
    const error = predict(readRows(sample), sample) - load<f32>(sample, 28);
    loss += <f64>(error * error);
  }
  return loss;
}

/** Adds up gradients of a batch of samples from `from` on; returns its sum of squared errors. */
export function learn(from: u32, count: u32): f64 {
  let loss: f64 = 0;
  for (let index = from; index < from + count; index++) {
    const sample = SAMPLES + <usize>index * SAMPLE_SIZE;
    const men = readRows(sample);
    const points = predict(men, sample);
    const error = points - load<f32>(sample, 28);
    loss += <f64>(error * error);
    goBack(men, sample, error * points * (1 - points));
  }
  return loss;
}

function goBack(men: i32, sample: usize, slope: f32): void {
  const bucket = bucketOf(men);
  const offset = (OUTPUT + bucket * 2 * HIDDEN) * 4;
  const cell = GRADIENTS + (OUTPUT_BIAS + bucket) * 4;
  store<f32>(cell, load<f32>(cell) + slope);
  for (let term: usize = 0; term < TERM_COUNT; term++) {
    const weight = GRADIENTS + (TERMS + bucket * TERM_COUNT + term) * 4;
    store<f32>(weight, load<f32>(weight) + slope * termOf(sample, term));
  }
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const push = f32x4.splat(slope);
  for (let at: usize = 0; at < 2 * ROW; at += 16) {
    const raw = v128.load(LAYERS + at);
    const value = f32x4.min(f32x4.max(raw, zero), one);
    const isOpen = v128.and(f32x4.gt(raw, zero), f32x4.lt(raw, one));
    const weight = v128.load(PARAMETERS + offset + at);
    const gradient = GRADIENTS + offset + at;
    v128.store(gradient, f32x4.add(v128.load(gradient), f32x4.mul(push, f32x4.mul(value, value))));
    const inner = f32x4.mul(f32x4.mul(f32x4.add(push, push), weight), value);
    v128.store(SLOPES + at, v128.and(inner, isOpen));
  }
  for (let view: usize = 0; view < 2; view++) {
    for (let at: usize = 0; at < ROW; at += 64) {
      const slopes = SLOPES + view * ROW + at;
      const a = v128.load(slopes);
      const b = v128.load(slopes, 16);
      const c = v128.load(slopes, 32);
      const d = v128.load(slopes, 48);
      for (let index = -1; index < men; index++) {
        const place =
          index < 0 ? BIAS * 4 : <usize>load<u32>(ROWS + ((index < 0 ? 0 : index) << 3) + (view << 2));
        const row = GRADIENTS + place + at;
        v128.store(row, f32x4.add(v128.load(row), a));
        v128.store(row, f32x4.add(v128.load(row, 16), b), 16);
        v128.store(row, f32x4.add(v128.load(row, 32), c), 32);
        v128.store(row, f32x4.add(v128.load(row, 48), d), 48);
      }
    }
  }
}

/** One step of Adam with decay of the weights, and clears the gradients. `share` is one over the batch. */
export function step(rate: f32, decay: f32, share: f32, firstBias: f32, secondBias: f32): void {
  const widest = f32x4.splat(WIDEST);
  const narrowest = f32x4.splat(-WIDEST);
  const keep = f32x4.splat(1 - rate * decay);
  for (let at: usize = 0; at < SIZE; at += 16) {
    const gradient = f32x4.mul(v128.load(GRADIENTS + at), f32x4.splat(share));
    v128.store(GRADIENTS + at, f32x4.splat(0));
    const mean = f32x4.add(
      f32x4.mul(v128.load(MEANS + at), f32x4.splat(0.9)),
      f32x4.mul(gradient, f32x4.splat(0.1)),
    );
    const square = f32x4.add(
      f32x4.mul(v128.load(SQUARES + at), f32x4.splat(0.999)),
      f32x4.mul(f32x4.mul(gradient, gradient), f32x4.splat(0.001)),
    );
    v128.store(MEANS + at, mean);
    v128.store(SQUARES + at, square);
    const root = f32x4.sqrt(f32x4.mul(square, f32x4.splat(secondBias)));
    const change = f32x4.div(
      f32x4.mul(mean, f32x4.splat(rate * firstBias)),
      f32x4.add(root, f32x4.splat(1e-8)),
    );
    const next = f32x4.sub(f32x4.mul(v128.load(PARAMETERS + at), keep), change);
    v128.store(PARAMETERS + at, f32x4.min(f32x4.max(next, narrowest), widest));
  }
}

/** Forgets gradients and moments. */
export function restart(): void {
  memory.fill(GRADIENTS, 0, 3 * SIZE);
}
