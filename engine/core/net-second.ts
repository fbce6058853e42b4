/**
 * The network's second layer: 16 values made of the hidden ones, with weights by number of men, squared and clipped like them.
 * Weights are bytes and their inputs have seven bits, so no sum of two products leaves 16 bits: the relaxed
 * dot product gives the same on every machine.
 */
import { ACTIVATIONS, NET_HIDDEN, T } from './memory';
import { SCALE, SECOND, SECOND_BIAS, SECOND_ROW, SECOND_UNIT, THIRD, bucketNow } from './net-layout';
import { netUnits } from './net-size';

const NUMBERS: usize = <usize>netUnits * 4;

/** The second layer's share for the position of the last `netScore`, for the side to move. */
export function secondScore(): i32 {
  const bucket = bucketNow();
  const bias = SECOND_BIAS + bucket * NUMBERS;
  const values = T + ACTIVATIONS;
  let weights = SECOND + bucket * SECOND_ROW;
  // Sums of their own for every second four values: one after the other they would wait for each other.
  let a = v128.load(bias);
  let b = v128.load(bias, 16);
  let c = v128.load(bias, 32);
  let d = v128.load(bias, 48);
  let e = i32x4.splat(0);
  let f = e;
  let g = e;
  let h = e;
  for (let at: usize = 0; at < 2 * NET_HIDDEN; at += 8) {
    const one = v128.load32_splat(values + at);
    a = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights), one, a);
    b = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 16), one, b);
    c = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 32), one, c);
    d = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 48), one, d);
    const other = v128.load32_splat(values + at, 4);
    e = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 64), other, e);
    f = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 80), other, f);
    g = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 96), other, g);
    h = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(weights, 112), other, h);
    weights += 2 * NUMBERS;
  }
  const third = THIRD + bucket * NUMBERS;
  const sum = f32x4.add(
    f32x4.add(weigh(i32x4.add(a, e), third), weigh(i32x4.add(b, f), third + 16)),
    f32x4.add(weigh(i32x4.add(c, g), third + 32), weigh(i32x4.add(d, h), third + 48)),
  );
  const total =
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    f32x4.extract_lane(sum, 2) +
    f32x4.extract_lane(sum, 3);
  return <i32>(total * SCALE);
}

/** The contribution of four sums, squared and clipped, to the output. */
function weigh(sums: v128, weights: usize): v128 {
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(sums), f32x4.splat(<f32>1.0 / SECOND_UNIT));
  const held = f32x4.min(f32x4.max(scaled, f32x4.splat(0)), f32x4.splat(1));
  return f32x4.mul(f32x4.mul(held, held), v128.load(weights));
}
