/**
 * Logistic regression on a linear model: a position has its current evaluation, a target between 0 and 1, and the
 * change of its evaluation by each weight. Flat arrays contain all positions in sequence.
 */
export interface Samples {
  base: Float32Array;
  target: Float32Array;
  /** The index of the first term of each position, with one more entry than positions. */
  start: Int32Array;
  index: Uint16Array;
  slope: Float32Array;
}

export interface Fit {
  /** Change of each weight. */
  change: Float64Array;
  trainLoss: number;
  heldOutLoss: number;
}

const rate = 0.6;
const momentum = 0.9;
const spread = 0.999;
/**
 * One of ten blocks of positions is held out, to test whether the fit generalises. Blocks, because neighbours share a
 * game.
 */
const block = 1000;
const blocks = 10;

function isHeldOut(at: number): boolean {
  return Math.floor(at / block) % blocks === 0;
}

export function sigmoid(score: number, scale: number): number {
  return 1 / (1 + Math.exp(-scale * score));
}

/** The scale at which evaluations predict the targets best. */
export function fitScale(samples: Samples): number {
  let best = { scale: 0.004, loss: Infinity };
  for (let scale = 0.001; scale < 0.012; scale += 0.00025) {
    let loss = 0;
    for (const [at, base] of samples.base.entries())
      loss += (sigmoid(base, scale) - (samples.target[at] ?? 0)) ** 2;
    if (loss < best.loss) best = { scale, loss };
  }
  return best.scale;
}

/** Full-batch Adam; `pull` draws weights back to their initial values, so that rare terms stay plausible. */
export function fit(
  samples: Samples,
  count: number,
  options: { epochs: number; pull: number; scale: number },
): Fit {
  const change = new Float64Array(count);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const gradient = new Float64Array(count);
  let losses = { trainLoss: 0, heldOutLoss: 0 };
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    gradient.fill(0);
    losses = accumulate(samples, change, gradient, options.scale);
    for (let at = 0; at < count; at++) {
      const slope = (gradient[at] ?? 0) + options.pull * (change[at] ?? 0);
      const mean = momentum * (first[at] ?? 0) + (1 - momentum) * slope;
      const square = spread * (second[at] ?? 0) + (1 - spread) * slope * slope;
      first[at] = mean;
      second[at] = square;
      const step = mean / (1 - momentum ** epoch) / (Math.sqrt(square / (1 - spread ** epoch)) + 1e-12);
      change[at] = (change[at] ?? 0) - rate * step;
    }
  }
  return { change, ...losses };
}

function accumulate(samples: Samples, change: Float64Array, gradient: Float64Array, scale: number) {
  const { base, target, start, index, slope } = samples;
  let train = 0;
  let heldOut = 0;
  let kept = 0;
  const positions = base.length;
  for (let at = 0; at < positions; at++) {
    let score = base[at] ?? 0;
    const from = start[at] ?? 0;
    const to = start[at + 1] ?? 0;
    for (let term = from; term < to; term++) score += (slope[term] ?? 0) * (change[index[term] ?? 0] ?? 0);
    const chance = sigmoid(score, scale);
    const error = chance - (target[at] ?? 0);
    if (isHeldOut(at)) {
      heldOut += error * error;
      kept++;
      continue;
    }
    train += error * error;
    const push = (error * chance * (1 - chance) * scale) / positions;
    for (let term = from; term < to; term++) {
      const weight = index[term] ?? 0;
      gradient[weight] = (gradient[weight] ?? 0) + push * (slope[term] ?? 0);
    }
  }
  return { trainLoss: train / Math.max(positions - kept, 1), heldOutLoss: heldOut / Math.max(kept, 1) };
}
