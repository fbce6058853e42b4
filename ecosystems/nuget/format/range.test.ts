import { expect, test } from 'vitest';
import { formatRange, needsSemVer2, parseRange } from './range.ts';

test.each([
  ['', '(, )'],
  ['  ', '(, )'],
  ['2.0', '[2.0.0, )'],
  ['2.0.0-Beta+x', '[2.0.0-Beta, )'],
  ['[1.0]', '[1.0.0, 1.0.0]'],
  ['[ 1.0 ]', '[1.0.0, 1.0.0]'],
  ['[1.0,2.0)', '[1.0.0, 2.0.0)'],
  ['( 1.0 , 2.0 ]', '(1.0.0, 2.0.0]'],
  ['[1.0,)', '[1.0.0, )'],
  ['(,1.0]', '(, 1.0.0]'],
  ['(,1.0)', '(, 1.0.0)'],
  ['[,1.0]', '(, 1.0.0]'],
  ['(,)', '(, )'],
  ['[1.0,1.0]', '[1.0.0, 1.0.0]'],
])('the range %j reads %s', (raw, expected) => {
  expect(formatRange(parseRange(raw))).toBe(expected);
});

test.each([
  '*',
  '1.*',
  '1.0.0-*',
  '[1.0',
  '1.0]',
  '(1.0)',
  '[1.0)',
  '[]',
  '()',
  '[1,2,3]',
  '[2.0,1.0]',
  '[1.0,1.0)',
  'x',
])('the range %j is refused', (raw) => {
  expect(() => parseRange(raw)).toThrow(/not a valid dependency version range/);
});

test.each([
  ['1.0.0', false],
  ['[1.0.0-beta, 2.0.0]', false],
  ['[1.0.0-beta.1, 2.0.0]', true],
  ['(, 2.0.0+x]', true],
  ['', false],
])('whether the range %j needs a SemVer 2 client: %s', (raw, expected) => {
  expect(needsSemVer2(parseRange(raw))).toBe(expected);
});
