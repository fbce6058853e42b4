import { describe, expect, it } from 'vitest';
import { netBuckets, netHidden, netOutputNumbers, netSecondNumbers, netUnits } from '../core/net-size.ts';
import { randomFrom } from '../testing/random.ts';
import { pack, places, unpack } from './net-file.ts';

/** A network file with `hidden` hidden values: all numbers small, none zero. */
function fileOf(hidden: number): Uint8Array {
  const words = 785 * hidden;
  const second = netBuckets * 2 * hidden * netUnits;
  const start = words * 2 + netOutputNumbers * 4;
  const bytes = new Uint8Array(start + second + netSecondNumbers * 8);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < words; at++) view.setInt16(at * 2, 1 + (at % 100), true);
  for (let at = 0; at < netOutputNumbers; at++) view.setInt32(words * 2 + at * 4, 1000 + at, true);
  for (let at = 0; at < second; at++) view.setInt8(start + at, 1 + (at % 120));
  for (let at = 0; at < netSecondNumbers; at++) {
    view.setInt32(start + second + at * 4, 2000 + at, true);
    view.setFloat32(start + second + (netSecondNumbers + at) * 4, 1 + at / 64, true);
  }
  return bytes;
}

/** Initial parameters, none near zero. */
function blank(): Float32Array {
  const random = randomFrom(1);
  return Float32Array.from({ length: places.end }, () => 0.5 + random());
}

describe('the file of a network', () => {
  it('comes back as it was', () => {
    const bytes = fileOf(netHidden);
    const parameters = blank();

    unpack(bytes, parameters);

    expect(pack(parameters)).toEqual(bytes);
  });

  it('of a smaller one fills the first values and leaves the rest next to silent', () => {
    const half = netHidden / 2;
    const parameters = blank();
    const before = Float32Array.from(parameters);

    unpack(fileOf(half), parameters);

    const inputRow = 5 * netHidden;
    expect(parameters[inputRow]).toBeCloseTo((1 + ((5 * half) % 100)) / 255);
    expect(parameters[inputRow + half]).toBe(before[inputRow + half]);
    const outputRow = 769 * netHidden + 3 * netHidden;
    expect(parameters[outputRow]).toBeCloseTo((1 + ((769 * half + 3 * half) % 100)) / 256);
    expect(Math.abs(parameters[outputRow + half] ?? 9)).toBeLessThan(0.04);
    expect(parameters[places.outputBias + 7]).toBeCloseTo(1007 / ((255 ** 2 / 8) * 256), 7);
    expect(parameters[places.second - 1]).toBeCloseTo((999 + netOutputNumbers) / 256);
    // Groups of four values first, then units: the tenth value of the third unit.
    const unit = places.second + 2 * 2 * netHidden;
    expect(parameters[unit + 9]).toBeCloseTo((1 + ((4 * (2 * netUnits + 2) + 1) % 120)) / 64);
    expect(Math.abs(parameters[unit + half] ?? 9)).toBeLessThan(0.04);
    const other = 4 * ((half / 4) * netUnits + 2);
    expect(parameters[unit + netHidden]).toBeCloseTo((1 + (other % 120)) / 64);
    expect(parameters[places.secondBias + 5]).toBeCloseTo(2005 / ((255 ** 2 / 512) * 64));
    expect(parameters.at(-1)).toBeCloseTo(1 + (netSecondNumbers - 1) / 64);
  });

  it.each([0, 32, fileOf(2 * netHidden).byteLength])('of %d bytes is refused', (length) => {
    expect(() => {
      unpack(new Uint8Array(length), blank());
    }).toThrow(RangeError);
  });
});
