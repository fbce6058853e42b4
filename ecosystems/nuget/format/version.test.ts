import { expect, test } from 'vitest';
import {
  canonicalVersion,
  compareVersions,
  formatVersion,
  fullVersion,
  isSemVer2,
  parseVersion,
} from './version.ts';

test.each([
  ['1.00.0.0-Beta+x', '1.0.0-beta'],
  ['1', '1.0.0'],
  ['1.2', '1.2.0'],
  ['01.02.03', '1.2.3'],
  ['1.2.3.0', '1.2.3'],
  ['1.2.3.00', '1.2.3'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.04-RC.1', '1.2.3.4-rc.1'],
  ['1.0.0+Build.5', '1.0.0'],
  ['1.0.0-a-b.-', '1.0.0-a-b.-'],
  ['1.0.0-01', '1.0.0-01'],
  ['000.0.0', '0.0.0'],
  ['2147483647.0.0', '2147483647.0.0'],
])('%s is kept as %s', (raw, key) => {
  expect(canonicalVersion(raw)).toBe(key);
  expect(canonicalVersion(key)).toBe(key);
});

test.each([
  '',
  'v1.0.0',
  '1.0.0.0.0',
  '1.0.0-',
  '1.0.0+',
  '1.0.0-a..b',
  '1.0.0-a_b',
  '1.0.0-İ',
  '1. 0.0',
  '-1.0.0',
  '1.0.0 ',
  '2147483648.0.0',
  `1.0.0-${'a'.repeat(64)}`,
])('%j is not a version', (raw) => {
  expect(() => canonicalVersion(raw)).toThrow(/a version has/);
});

test('versions sort by number, then by pre-release without case', () => {
  const ascending = [
    '0.9.9',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-ALPHA.2',
    '1.0.0-alpha.beta',
    '1.0.0-Beta',
    '1.0.0',
    '1.0.0.1-rc',
    '1.0.0.1',
    '1.0.0.10',
    '1.0.1',
    '1.0.9007199254740993',
    '1.0.9007199254740994',
    '1.0.99999999999999999999',
    '1.2.0',
    '1.10.0',
  ];

  expect(ascending.toReversed().toSorted(compareVersions)).toEqual(ascending);
});

test('different keys never tie, and equal ones always do', () => {
  expect(compareVersions('1.0.0-01', '1.0.0-1')).toBe(-compareVersions('1.0.0-1', '1.0.0-01'));
  expect(compareVersions('1.0.0-01', '1.0.0-1')).not.toBe(0);
  expect(compareVersions('1.0.0-a', '1.0.0-a')).toBe(0);
});

test.each([
  ['1.0.0', false],
  ['1.0.0-beta', false],
  ['1.0.0-beta.1', true],
  ['1.0.0+x', true],
  ['1.0.0-beta+x', true],
])('whether %s needs a SemVer 2 client: %s', (raw, expected) => {
  expect(isSemVer2(parseVersion(raw))).toBe(expected);
});

test.each([
  ['1.00.0.0', '1.0.0'],
  ['01.3.0-Alpha+x', '1.3.0-Alpha+x'],
  ['1', '1.0.0'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.0.0+Build.007', '1.0.0+Build.007'],
])('%s is shown as %s', (raw, shown) => {
  expect(fullVersion(raw)).toBe(shown);
});

test('formatting keeps the casing of the author', () => {
  expect(formatVersion(parseVersion('1.0-Beta+x'))).toBe('1.0.0-Beta');
});
