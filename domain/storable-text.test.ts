import { describe, expect, it } from 'vitest';
import { comparableText, isStorable } from './storable-text.ts';

describe('what the database can hold', () => {
  it.each([
    ['a text', 'plain'],
    ['any whole letter', 'caf\u00e9 \u{1f4a9} \uffff'],
    ['control characters but zero', '\u0001\u001b\u007f'],
    ['nothing', null],
    ['plain data', { a: [1, null, { b: 'c' }], d: undefined, e: '' }],
    ['what only looks escaped', String.raw`\u0000 \ud800`],
  ])('is %s', (_what, value) => {
    expect(isStorable(value)).toBe(true);
  });

  it.each([
    ['a zero byte', 'a\0b'],
    ['the first half of a pair', 'a\ud800'],
    ['the second half of a pair', '\udc00a'],
    ['one deep inside', { a: [undefined, { b: ['fine', '\0'] }] }],
    ['one in a key', [{ '\ud800': 1 }]],
    ['one behind an absent member', [undefined, null, '\0']],
  ])('is not %s', (_what, value) => {
    expect(isStorable(value)).toBe(false);
  });
});

it.each([
  ['plain', 'plain'],
  ['a\0b', 'ab'],
  ['a\ud800b', 'a\ufffdb'],
])('%j is compared as %j', (text, expected) => {
  expect(comparableText(text)).toBe(expected);
});
