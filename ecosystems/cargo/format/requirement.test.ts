import { expect, test } from 'vitest';
import { canonicalRequirement, isSameRequirement } from './requirement.ts';

test.each([
  ['0.8', '^0.8'],
  ['1', '^1'],
  ['^1.2.3', '^1.2.3'],
  ['=1.0.0', '=1.0.0'],
  ['= 1.0', '=1.0'],
  ['>= 1.0 , <2', '>=1.0, <2'],
  ['~1.2', '~1.2'],
  ['*', '*'],
  ['x', '*'],
  ['1.*', '1.*'],
  ['1.2.X', '1.2.*'],
  ['1.*.*', '1.*'],
  ['>=1.*', '>=1'],
  ['1.0.0-rc.1', '^1.0.0-rc.1'],
  ['1.0.0-rc.1+build', '^1.0.0-rc.1'],
  [' 1.0 ', '^1.0'],
])('the requirement %j is sent as %j', (raw, sent) => {
  expect(canonicalRequirement(raw)).toBe(sent);
});

test.each([['latest'], ['1.0.0.0'], [''], ['1,'], ['>= 1 < 2'], ['1-rc']])('%j cannot be read', (raw) => {
  expect(() => canonicalRequirement(raw)).toThrow('cannot be read');
});

test.each([
  ['^1.0', '1.0'],
  ['^1.0', ' ^ 1.0 '],
  ['>=1.0, <2', '<2,>=1.0'],
  ['>=1.0, <2', '< 2 , >= 1.0, <2'],
  ['=1.2', '1.2.*'],
  ['=1', '= 1'],
  ['1.*', '1.x.X'],
  ['*', 'x'],
  ['^1.0.0', '1.0.0+build'],
])('the requirement %j accepts what %j does', (inside, declared) => {
  expect(isSameRequirement(inside, declared)).toBe(true);
});

test.each([
  ['^1.0', '1.1'],
  ['^1.0', '~1.0'],
  ['^1.0', '>=1.0'],
  ['=1.2', '1.2'],
  ['>=1.0, <2', '>=1.0'],
  ['^1.0', '*'],
  ['*', ''],
  ['^1.0', 'latest'],
])('the requirement %j accepts other versions than %j', (inside, declared) => {
  expect(isSameRequirement(inside, declared)).toBe(false);
});
