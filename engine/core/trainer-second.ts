/** The second layer during training: as `net-second.ts` does with small integers, forwards and backwards. */
import {
  GRADIENTS,
  PARAMETERS,
  ROW,
  SECOND,
  SECOND_BIAS,
  SLOPES,
  SUMS,
  THIRD,
  UNITS,
  VALUES,
} from './trainer-layout';

/** Its share of the output for the values of the sample's hidden layers. */
export function predictSecond(bucket: usize): f32 {
  let total: f32 = 0;
  for (let unit: usize = 0; unit < UNITS; unit++) {
    const row = bucket * UNITS + unit;
    const weights = PARAMETERS + SECOND + row * 2 * ROW;
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < 2 * ROW; at += 16)
      sum = f32x4.add(sum, f32x4.mul(v128.load(VALUES + at), v128.load(weights + at)));
    const raw = lanes(sum) + load<f32>(PARAMETERS + SECOND_BIAS + row * 4);
    store<f32>(SUMS + unit * 4, raw);
    const value = clip(raw);
    total += value * value * load<f32>(PARAMETERS + THIRD + row * 4);
  }
  return total;
}

/** Adds up its gradients, and adds to `SLOPES` the errors of the values of the hidden layers. */
export function learnSecond(bucket: usize, slope: f32): void {
  for (let unit: usize = 0; unit < UNITS; unit++) {
    const row = bucket * UNITS + unit;
    const raw = load<f32>(SUMS + unit * 4);
    const value = clip(raw);
    add(THIRD + row * 4, slope * value * value);
    // The exact bound of clipping does not matter.
    if (raw <= 0 || raw >= 1) continue;
    const inner = slope * load<f32>(PARAMETERS + THIRD + row * 4) * 2 * value;
    add(SECOND_BIAS + row * 4, inner);
    const push = f32x4.splat(inner);
    const place = SECOND + row * 2 * ROW;
    for (let at: usize = 0; at < 2 * ROW; at += 16) {
      const gradient = GRADIENTS + place + at;
      v128.store(gradient, f32x4.add(v128.load(gradient), f32x4.mul(push, v128.load(VALUES + at))));
      const weight = v128.load(PARAMETERS + place + at);
      v128.store(SLOPES + at, f32x4.add(v128.load(SLOPES + at), f32x4.mul(push, weight)));
    }
  }
}

function clip(value: f32): f32 {
  return min<f32>(max<f32>(value, 0), 1);
}

function add(place: usize, gradient: f32): void {
  store<f32>(GRADIENTS + place, load<f32>(GRADIENTS + place) + gradient);
}

/** The four numbers of a vector added up. */
export function lanes(vector: v128): f32 {
  return (
    f32x4.extract_lane(vector, 0) +
    f32x4.extract_lane(vector, 1) +
    f32x4.extract_lane(vector, 2) +
    f32x4.extract_lane(vector, 3)
  );
}
