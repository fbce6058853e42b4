import { expect, test } from 'vitest';
import { parseByteSize } from './byte-size.ts';

test.each([
  ['0', 0],
  ['1000', 1_000],
  ['500 MB', 500_000_000],
  ['1.5GiB', 1_610_612_736],
  [' 2 tib ', 2_199_023_255_552],
  ['1.9 b', 1],
])('%s is %d bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '-1', '1e9', '10 XB', 'GB', '1 000', '9007199254740993', '99999 TiB TiB'])(
  '%s is no size',
  (text) => {
    expect(parseByteSize(text)).toBeNull();
  },
);
