import { expect, test } from 'vitest';
import { tarEntry } from '../test/security/archives/tar-bytes.ts';
import { BLOCK, parseTarHeader } from './tar-header.ts';

/** A header with `bytes` at `offset` and a valid checksum. */
function header(...written: [offset: number, bytes: string][]): Buffer {
  const block = tarEntry({ name: 'index.d.ts' }).subarray(0, BLOCK);
  for (const [offset, bytes] of written) block.write(bytes, offset, 'latin1');
  block.write(' '.repeat(8), 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

const times = '15270440050\x0015270440050\0';

test.each([
  ['nothing', [], 'index.d.ts'],
  ['a prefix', [[345, 'package/types']], 'package/types/index.d.ts'],
  ['two times', [[476, times]], 'index.d.ts'],
  [
    'a prefix and two times',
    [
      [345, 'package'],
      [476, times],
    ],
    'package/index.d.ts',
  ],
] as [string, [number, string][], string][])('the name may have %s', (_what, written, name) => {
  expect(parseTarHeader(header(...written)).name.toString()).toBe(name);
});

test.each([
  ['one time', [[476, '15270440050\0']]],
  ['a text where times are', [[476, 'x'.repeat(24)]]],
  [
    'a text and two times',
    [
      [345, 'a\0b'],
      [476, times],
    ],
  ],
  [
    'a text in front of two times',
    [
      [475, 'x'],
      [476, times],
    ],
  ],
] as [string, [number, string][]][])('bytes behind a name are refused: %s', (_what, written) => {
  expect(() => parseTarHeader(header(...written))).toThrow('hides bytes behind a name');
});
