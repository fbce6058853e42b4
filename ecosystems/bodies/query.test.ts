import { expect, test } from 'vitest';
import { numberIn, textOf } from './query.ts';

test.each([
  ['5', 5],
  ['251', 250],
  ['-3', 0],
  ['1e9', 250],
  ['x', 20],
  ['1.5', 20],
  [undefined, 20],
  [['3', '4'], 20],
])('%j as a number from 0 to 250 is %d', (given, number) => {
  expect(numberIn(0, 250, 20).parse(given)).toBe(number);
});

test('a text that is too long is searched by its beginning, and none stands for several', () => {
  expect(textOf({ characters: 3 }).parse('probe')).toBe('pro');
  expect(textOf({ characters: 3 }).parse(['a', 'b'])).toBe('');
});
