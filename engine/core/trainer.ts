/**
 * Trains the network: a build of its own with a memory of its own, driven by `tuning/train.ts`.
 *
 * A sample is 40 bytes: occupancy, pieces in nibbles in the order of squares, side to move, the target (expected
 * points of the side to move), and the terms of `piece-activity.ts` as 16-bit numbers.
 */
import {
  BIAS,
  COUNT,
  GRADIENTS,
  LAYERS,
  MEANS,
  OUTPUT,
  OUTPUT_BIAS,
  PARAMETERS,
  ROW,
  ROWS,
  SAMPLES,
  SIZE,
  SLOPES,
  SQUARES,
  TERMS,
  TERM_COUNT,
  VALUES,
} from './trainer-layout';
import { KING, first } from './squares';
import { lanes, learnSecond, predictSecond } from './trainer-second';

export const SAMPLE_SIZE: usize = 40;
/** Outputs per unit of a term: one over the scale of `net-layout.ts`. */
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
    const bias = PARAMETERS + BIAS + at;
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
  const weights = PARAMETERS + OUTPUT + bucket * 2 * ROW;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < 2 * ROW; at += 16) {
    const clipped = f32x4.min(f32x4.max(v128.load(LAYERS + at), zero), one);
    const value = f32x4.mul(clipped, clipped);
    v128.store(VALUES + at, value);
    sum = f32x4.add(sum, f32x4.mul(value, v128.load(weights + at)));
  }
  let total = lanes(sum) + load<f32>(PARAMETERS + OUTPUT_BIAS + bucket * 4) + predictSecond(bucket);
  for (let term: usize = 0; term < TERM_COUNT; term++)
    total += termOf(sample, term) * load<f32>(PARAMETERS + TERMS + (bucket * TERM_COUNT + term) * 4);
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
  const offset = OUTPUT + bucket * 2 * ROW;
  const cell = GRADIENTS + OUTPUT_BIAS + bucket * 4;
  store<f32>(cell, load<f32>(cell) + slope);
  for (let term: usize = 0; term < TERM_COUNT; term++) {
    const weight = GRADIENTS + TERMS + (bucket * TERM_COUNT + term) * 4;
    store<f32>(weight, load<f32>(weight) + slope * termOf(sample, term));
  }
  const push = f32x4.splat(slope);
  for (let at: usize = 0; at < 2 * ROW; at += 16) {
    const gradient = GRADIENTS + offset + at;
    v128.store(gradient, f32x4.add(v128.load(gradient), f32x4.mul(push, v128.load(VALUES + at))));
    v128.store(SLOPES + at, f32x4.mul(push, v128.load(PARAMETERS + offset + at)));
  }
  learnSecond(bucket, slope);
  unsquare();
  for (let view: usize = 0; view < 2; view++) {
    for (let at: usize = 0; at < ROW; at += 64) {
      const slopes = SLOPES + view * ROW + at;
      const a = v128.load(slopes);
      const b = v128.load(slopes, 16);
      const c = v128.load(slopes, 32);
      const d = v128.load(slopes, 48);
      for (let index = -1; index < men; index++) {
        const place =
          index < 0 ? BIAS : <usize>load<u32>(ROWS + ((index < 0 ? 0 : index) << 3) + (view << 2));
        const row = GRADIENTS + place + at;
        v128.store(row, f32x4.add(v128.load(row), a));
        v128.store(row, f32x4.add(v128.load(row, 16), b), 16);
        v128.store(row, f32x4.add(v128.load(row, 32), c), 32);
        v128.store(row, f32x4.add(v128.load(row, 48), d), 48);
      }
    }
  }
}

/** The values are clipped squares of the hidden layer: turns the slopes of the values into slopes of that layer. */
function unsquare(): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < 2 * ROW; at += 16) {
    const raw = v128.load(LAYERS + at);
    const isOpen = v128.and(f32x4.gt(raw, zero), f32x4.lt(raw, one));
    const slope = f32x4.mul(f32x4.add(raw, raw), v128.load(SLOPES + at));
    v128.store(SLOPES + at, v128.and(slope, isOpen));
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
