import { expect, it } from 'vitest';
import { withoutTrailing } from './trim-end.ts';

it.each([
  ['http://a/', 'http://a'],
  ['http://a///', 'http://a'],
  ['http://a', 'http://a'],
  ['//a', '//a'],
  ['///', ''],
  ['', ''],
])('takes slashes off the end of %j', (text, left) => {
  expect(withoutTrailing(text, '/')).toBe(left);
});
