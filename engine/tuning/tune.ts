import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as features from '../core/features.ts';
import { SingleEngine } from '../single-engine.ts';
import { fit, fitScale, type Samples } from './linear.ts';
import { type Noted, readLine } from './self-play-file.ts';

/** Fits the weights of the hand-written evaluation to self-play data and writes `core/weights.ts`. */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'build/self-play.txt' },
    epochs: { type: 'string', default: '250' },
    pull: { type: 'string', default: '1e-8' },
    /** Share of the game's result in the target; the rest is the search score. */
    result: { type: 'string', default: '0.6' },
  },
});

const weightsFile = join(import.meta.dirname, '..', 'core', 'weights.ts');
const lossless = 64;
/** Danger counts squared: small steps keep the slope accurate. */
const small = 8;
const phases = 24;

function readWeights(): number[] {
  const text = readFileSync(weightsFile, 'utf8');
  return [...text.slice(text.indexOf('[')).matchAll(/-?\d+/g)].map(Number);
}

/** Piece-square and material terms follow from the board, without the core. */
function boardTerms(engine: SingleEngine, add: (weight: number, count: number) => void): void {
  const board = new Uint8Array(engine.memory.buffer, engine.core.getBlock(), 64);
  for (const [square, piece] of board.entries()) {
    if (piece === 0) continue;
    const isBlack = piece >> 3 === 1;
    const seen = isBlack ? square ^ 56 : square;
    const file = Math.min(seen & 7, 7 - (seen & 7));
    const type = (piece & 7) - 1;
    const sign = isBlack ? -1 : 1;
    add(features.PAWN_SQUARES + type * 32 + (seen >> 3) * 4 + file, sign);
    if (type < 5) add(features.MATERIAL + type, sign);
  }
}

function collect(engine: SingleEngine, positions: Noted[]): Samples {
  const base: number[] = [];
  const target: number[] = [];
  const start: number[] = [0];
  const index: number[] = [];
  const slope: number[] = [];
  const { core } = engine;
  const share = Number(values.result);
  for (const { fen, result, expected } of positions) {
    engine.set(fen);
    const sign = core.sideToMove() ? -1 : 1;
    const mixture = core.mixture();
    const middle = (mixture >> 8) / phases;
    const end = ((1 - middle) * (mixture & 255)) / 64;
    base.push(sign * core.evaluateByHand());
    target.push(share * result + (1 - share) * expected);
    const terms = new Map<number, number>();
    boardTerms(engine, (weight, count) => {
      terms.set(weight * 2, (terms.get(weight * 2) ?? 0) + count * middle);
      terms.set(weight * 2 + 1, (terms.get(weight * 2 + 1) ?? 0) + count * end);
    });
    for (let weight = features.KNIGHT_MOBILITY; weight < features.WEIGHT_COUNT; weight++) {
      const isDanger = weight >= features.DANGER_BASE;
      const delta = isDanger ? small : lossless;
      const changes = [core.sensitivity(weight, delta, 0), isDanger ? 0 : core.sensitivity(weight, delta, 1)];
      for (const [half, change] of changes.entries())
        if (change !== 0) terms.set(weight * 2 + half, (sign * change) / delta);
    }
    for (const [weight, count] of terms) {
      if (Math.abs(count) < 1e-3) continue;
      index.push(weight);
      slope.push(count);
    }
    start.push(index.length);
  }
  return {
    base: Float32Array.from(base),
    target: Float32Array.from(target),
    start: Int32Array.from(start),
    index: Uint16Array.from(index),
    slope: Float32Array.from(slope),
  };
}

function writeWeights(weights: number[]): void {
  const rows: string[] = [];
  for (let at = 0; at < weights.length; at += 16) rows.push(`  ${weights.slice(at, at + 16).join(', ')},`);
  writeFileSync(
    weightsFile,
    [
      '/** Weights of the evaluation, middlegame and endgame, in the order of `features.ts`. Written by the tuner. */',
      'export const tunedWeights: usize = memory.data<i16>([',
      ...rows,
      ']);',
      '',
    ].join('\n'),
  );
}

const engine = await SingleEngine.open(1);
const positions = readFileSync(values.data, 'utf8')
  .split('\n')
  .map(readLine)
  .filter((noted) => typeof noted === 'object');
const before = readWeights();
const samples = collect(engine, positions);
const scale = fitScale(samples);
const untouched = fit(samples, before.length, { epochs: 1, pull: 0, scale });
const fitted = fit(samples, before.length, {
  epochs: Number(values.epochs),
  pull: Number(values.pull),
  scale,
});
writeWeights(before.map((weight, at) => Math.round(weight + (fitted.change[at] ?? 0))));
process.stdout.write(
  `${positions.length} positions, scale ${scale.toFixed(5)}\n` +
    `loss ${untouched.trainLoss.toFixed(5)} -> ${fitted.trainLoss.toFixed(5)}, held out ${untouched.heldOutLoss.toFixed(5)} -> ${fitted.heldOutLoss.toFixed(5)}\n`,
);
