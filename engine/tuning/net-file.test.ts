import { describe, expect, it } from 'vitest';
import { netHidden, netTerms } from '../core/net-size.ts';
import { randomFrom } from '../testing/random.ts';
import { pack, unpack } from './net-file.ts';

const count = (hidden: number) => 785 * hidden + 8 + 8 * netTerms;

/** A file with so many hidden units, its numbers small and all different from nothing. */
function fileOf(hidden: number): Uint8Array {
  const numbers = 8 + 8 * netTerms;
  const bytes = new Uint8Array(785 * hidden * 2 + numbers * 4);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < 785 * hidden; at++) view.setInt16(at * 2, 1 + (at % 100), true);
  for (let at = 0; at < numbers; at++) view.setInt32(785 * hidden * 2 + at * 4, 1000 + at, true);
  return bytes;
}

describe('the file of a network', () => {
  it('comes back as it was', () => {
    const bytes = fileOf(netHidden);
    const parameters = new Float32Array(count(netHidden));

    unpack(bytes, parameters);

    expect(pack(parameters)).toEqual(bytes);
  });

  it('of a smaller one fills the first units and leaves the rest next to silent', () => {
    const half = netHidden / 2;
    const random = randomFrom(1);
    const parameters = Float32Array.from({ length: count(netHidden) }, () => 0.5 + random());
    const before = Float32Array.from(parameters);

    unpack(fileOf(half), parameters);

    const inputRow = 5 * netHidden;
    expect(parameters[inputRow]).toBeCloseTo((1 + ((5 * half) % 100)) / 255);
    expect(parameters[inputRow + half]).toBe(before[inputRow + half]);
    const outputRow = 769 * netHidden + 3 * netHidden;
    expect(parameters[outputRow]).toBeCloseTo((1 + ((769 * half + 3 * half) % 100)) / 64);
    expect(Math.abs(parameters[outputRow + half] ?? 9)).toBeLessThan(0.04);
    const outputBias = 785 * netHidden;
    expect(parameters[outputBias + 7]).toBeCloseTo(1007 / (255 * 64));
    expect(parameters.at(-1)).toBeCloseTo((1007 + 8 * netTerms) / 256);
  });

  it.each([0, 32, fileOf(2 * netHidden).byteLength])('of %d bytes is refused', (length) => {
    expect(() => {
      unpack(new Uint8Array(length), new Float32Array(count(netHidden)));
    }).toThrow(RangeError);
  });
});
