import { netHidden, netTerms } from '../core/net-size.ts';

const hiddenUnit = 255;
const outputUnit = 64;
const termUnit = 256;
const inputs = 768;
const buckets = 8;
const terms = buckets * netTerms;
/** What the weights of new units to the outputs are multiplied with: at first they change next to nothing. */
const faint = 0.02;

/** Where the parts of a network lie, as numbers of parameters. */
function placesOf(hidden: number) {
  const bias = inputs * hidden;
  const output = bias + hidden;
  const outputBias = output + buckets * 2 * hidden;
  return { bias, output, outputBias, terms: outputBias + buckets };
}

/** The file of the network: inputs, bias, outputs as 16-bit integers, output biases and weights of terms as 32-bit ones. */
export function pack(parameters: Float32Array): Uint8Array {
  const places = placesOf(netHidden);
  const { output, outputBias } = places;
  const bytes = new Uint8Array(outputBias * 2 + (buckets + terms) * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of parameters.entries()) {
    if (at < output) view.setInt16(at * 2, Math.round(value * hiddenUnit), true);
    else if (at < outputBias) view.setInt16(at * 2, Math.round(value * outputUnit), true);
    else {
      const unit = at < places.terms ? hiddenUnit * outputUnit : termUnit;
      view.setInt32(outputBias * 2 + (at - outputBias) * 4, Math.round(value * unit), true);
    }
  }
  return bytes;
}

/**
 * Puts the network of a file into the parameters, as far as its integers kept them. One with a smaller hidden layer
 * takes the first units; the rest keep what they had, and hardly count until they learn.
 * @throws RangeError when it is no such file, or its hidden layer is larger
 */
export function unpack(bytes: Uint8Array, parameters: Float32Array): void {
  const hidden = (bytes.byteLength - (buckets + terms) * 4) / (2 * (inputs + 1 + 2 * buckets));
  if (!Number.isInteger(hidden) || hidden < 1 || hidden > netHidden)
    throw new RangeError(`a network of ${bytes.byteLength} bytes does not fit ${netHidden} hidden units`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = placesOf(hidden);
  const to = placesOf(netHidden);
  const rows = (start: number, target: number, count: number, unit: number) => {
    for (let row = 0; row < count; row++)
      for (let at = 0; at < hidden; at++)
        parameters[target + row * netHidden + at] =
          view.getInt16((start + row * hidden + at) * 2, true) / unit;
  };
  rows(0, 0, inputs + 1, hiddenUnit);
  for (let row = 0; row < 2 * buckets; row++)
    for (let at = hidden; at < netHidden; at++) {
      const cell = to.output + row * netHidden + at;
      parameters[cell] = (parameters[cell] ?? 0) * faint;
    }
  rows(from.output, to.output, 2 * buckets, outputUnit);
  for (let bucket = 0; bucket < buckets; bucket++)
    parameters[to.outputBias + bucket] =
      view.getInt32(from.outputBias * 2 + bucket * 4, true) / (hiddenUnit * outputUnit);
  for (let term = 0; term < terms; term++)
    parameters[to.terms + term] = view.getInt32(from.outputBias * 2 + (buckets + term) * 4, true) / termUnit;
}
