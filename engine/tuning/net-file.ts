import {
  netBuckets as buckets,
  netHidden,
  netOutputNumbers,
  netSecondNumbers,
  netTerms,
  netUnits,
} from '../core/net-size.ts';

/** The integers' values of one, as in `core/net-layout.ts`. */
const hiddenUnit = 255;
const outputUnit = 256;
/** Sums of squares of hidden values, shifted by three bits or nine, times weights. */
const outputSumUnit = (hiddenUnit ** 2 / 8) * outputUnit;
const termUnit = 256;
const secondUnit = 64;
const secondSumUnit = (hiddenUnit ** 2 / 512) * secondUnit;
const inputs = 768;
/** The factor of new weights to the outputs, which at first hardly change the result. */
export const faint = 0.02;

/** The places of a network's parts, as numbers of parameters. */
function placesOf(hidden: number) {
  const bias = inputs * hidden;
  const output = bias + hidden;
  const outputBias = output + buckets * 2 * hidden;
  const terms = outputBias + buckets;
  const second = terms + buckets * netTerms;
  const secondBias = second + buckets * netUnits * 2 * hidden;
  const third = secondBias + netSecondNumbers;
  return { bias, output, outputBias, terms, second, secondBias, third, end: third + netSecondNumbers };
}

/** The places in the trained network. */
export const places = placesOf(netHidden);

/** The begin and end of the second layer in a file with `hidden` hidden values. */
function bytesOf(hidden: number) {
  const second = placesOf(hidden).outputBias * 2 + netOutputNumbers * 4;
  return { second, end: second + buckets * netUnits * 2 * hidden + netSecondNumbers * 8 };
}

/**
 * The parameter of a byte of the second layer: by bucket, group of four hidden values, unit, and value within the
 * group.
 */
function secondAt(byte: number, hidden: number): { row: number; value: number } {
  const perBucket = 2 * hidden * netUnits;
  const bucket = Math.floor(byte / perBucket);
  const within = byte % perBucket;
  const unit = Math.floor(within / 4) % netUnits;
  const value = Math.floor(within / (4 * netUnits)) * 4 + (within % 4);
  return { row: bucket * netUnits + unit, value };
}

/** The file of the network, its parts in the order of `core/net-size.ts`. */
export function pack(parameters: Float32Array): Uint8Array {
  const { second, end } = bytesOf(netHidden);
  const bytes = new Uint8Array(end);
  const view = new DataView(bytes.buffer);
  const scaled = (at: number, unit: number) => Math.round((parameters[at] ?? 0) * unit);
  for (let at = 0; at < places.outputBias; at++)
    view.setInt16(at * 2, scaled(at, at < places.output ? hiddenUnit : outputUnit), true);
  for (let at = places.outputBias; at < places.second; at++)
    view.setInt32(
      places.outputBias * 2 + (at - places.outputBias) * 4,
      scaled(at, at < places.terms ? outputSumUnit : termUnit),
      true,
    );
  const count = places.secondBias - places.second;
  for (let byte = 0; byte < count; byte++) {
    const { row, value } = secondAt(byte, netHidden);
    view.setInt8(second + byte, scaled(places.second + row * 2 * netHidden + value, secondUnit));
  }
  const numbers = second + count;
  for (let at = 0; at < netSecondNumbers; at++) {
    view.setInt32(numbers + at * 4, scaled(places.secondBias + at, secondSumUnit), true);
    view.setFloat32(numbers + (netSecondNumbers + at) * 4, parameters[places.third + at] ?? 0, true);
  }
  return bytes;
}

/**
 * Loads the network of a file into the parameters, at the precision of its integers. A smaller hidden layer fills the
 * first values; the others keep their values, scaled down towards the outputs until they learn.
 * @throws RangeError for a file of another format, or with a larger hidden layer
 */
export function unpack(bytes: Uint8Array, parameters: Float32Array): void {
  const sizes = Array.from({ length: netHidden + 1 }, (_, count) => bytesOf(count).end);
  const hidden = sizes.indexOf(bytes.byteLength);
  if (hidden < 1)
    throw new RangeError(`a network of ${bytes.byteLength} bytes does not fit ${netHidden} hidden values`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = placesOf(hidden);
  /** Rows of hidden values: new values are made faint in rows that lead to outputs. */
  const rows = (
    target: number,
    count: number,
    keep: number,
    read: (row: number, value: number) => number,
  ) => {
    for (let row = 0; row < count; row++)
      for (let at = 0; at < netHidden; at++) {
        const cell = target + row * netHidden + at;
        parameters[cell] = at < hidden ? read(row, at) : (parameters[cell] ?? 0) * keep;
      }
  };
  const word = (at: number, unit: number) => view.getInt16(at * 2, true) / unit;
  rows(0, inputs + 1, 1, (row, at) => word(row * hidden + at, hiddenUnit));
  rows(places.output, 2 * buckets, faint, (row, at) => word(from.output + row * hidden + at, outputUnit));
  const numbers = from.outputBias * 2;
  for (let at = 0; at < netOutputNumbers; at++)
    parameters[places.outputBias + at] =
      view.getInt32(numbers + at * 4, true) / (at < buckets ? outputSumUnit : termUnit);
  const { second } = bytesOf(hidden);
  const count = from.secondBias - from.second;
  rows(places.second, 2 * netSecondNumbers, faint, () => 0);
  for (let byte = 0; byte < count; byte++) {
    const { row, value } = secondAt(byte, hidden);
    const place = (2 * row + Math.floor(value / hidden)) * netHidden + (value % hidden);
    parameters[places.second + place] = view.getInt8(second + byte) / secondUnit;
  }
  for (let at = 0; at < netSecondNumbers; at++) {
    parameters[places.secondBias + at] = view.getInt32(second + count + at * 4, true) / secondSumUnit;
    parameters[places.third + at] = view.getFloat32(second + count + (netSecondNumbers + at) * 4, true);
  }
}
