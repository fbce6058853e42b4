import { readFileSync } from 'node:fs';
import {
  netBuckets,
  netHidden,
  netOutputNumbers,
  netSecondBytes,
  netSecondNumbers,
  netTerms,
  netUnits,
  netWords,
} from '../core/net-size.ts';
import { netFile } from '../net.ts';
import type { SingleEngine } from '../single-engine.ts';

/** The file's value of one; an output unit is 200 units of the search. */
const hiddenUnit = 255;
const outputUnit = 256;
const secondUnit = 64;
const termUnit = 256;
const scale = 200;

/**
 * Evaluates by the network's file, slowly: every sum from zero, rounded only at the input of the second layer.
 * Returns a function that evaluates an engine's position, in units of the search for the side to move.
 */
export function openSlowNet(): (engine: SingleEngine) => number {
  const bytes = readFileSync(netFile);
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (engine) => {
    const men = new Uint8Array(engine.memory.buffer, engine.core.getBlock(), 64);
    const bucket = (men.filter((piece) => piece > 0).length - 2) >> 2;
    const side = engine.core.sideToMove();
    const values = [side, side ^ 1].flatMap((view) => hiddenOf(file, men, view));
    const output = straight(file, bucket, values) + second(file, bucket, values);
    return output * scale + terms(file, bucket, engine);
  };
}

/** The clipped hidden values of a view. */
function hiddenOf(file: DataView, men: Uint8Array, view: number): number[] {
  const king = men.indexOf((view << 3) | 6);
  const turned = (view ? 56 : 0) ^ (king & 4 ? 7 : 0);
  return Array.from({ length: netHidden }, (_, at) => {
    let sum = file.getInt16((768 * netHidden + at) * 2, true);
    for (const [square, piece] of men.entries()) {
      if (piece === 0) continue;
      const kind = ((piece >> 3) ^ view) * 6 + (piece & 7) - 1;
      sum += file.getInt16((((kind << 6) | (square ^ turned)) * netHidden + at) * 2, true);
    }
    return Math.min(Math.max(sum, 0), hiddenUnit);
  });
}

function straight(file: DataView, bucket: number, values: number[]): number {
  const weights = (769 + 2 * bucket) * netHidden;
  const bias = file.getInt32(netWords * 2 + bucket * 4, true) / ((hiddenUnit ** 2 / 8) * outputUnit);
  return values.reduce(
    (sum, value, at) =>
      sum + ((value / hiddenUnit) ** 2 * file.getInt16((weights + at) * 2, true)) / outputUnit,
    bias,
  );
}

function second(file: DataView, bucket: number, values: number[]): number {
  const weights = netWords * 2 + netOutputNumbers * 4;
  const numbers = weights + netSecondBytes;
  let output = 0;
  for (let unit = 0; unit < netUnits; unit++) {
    const row = bucket * netUnits + unit;
    let sum = file.getInt32(numbers + row * 4, true);
    for (const [at, value] of values.entries()) {
      const place = bucket * 2 * netHidden * netUnits + ((at >> 2) * netUnits + unit) * 4 + (at & 3);
      sum += Math.floor(value ** 2 / 512) * file.getInt8(weights + place);
    }
    const clipped = Math.min(Math.max(sum / ((hiddenUnit ** 2 / 512) * secondUnit), 0), 1);
    output += clipped ** 2 * file.getFloat32(numbers + (netSecondNumbers + row) * 4, true);
  }
  return output;
}

function terms(file: DataView, bucket: number, { core }: SingleEngine): number {
  core.measureActivity();
  const weights = netWords * 2 + (netBuckets + bucket * netTerms) * 4;
  let sum = 0;
  for (let term = 0; term < netTerms; term++)
    sum += (core.activityTerm(term) * file.getInt32(weights + term * 4, true)) / termUnit;
  return sum;
}
