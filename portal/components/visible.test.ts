import { expect, it } from 'vitest';
import { visible } from './visible.ts';

it.each([
  ['if (isAdmin\u202e \u2066// only\u2069)', 'if (isAdmin<U+202E> <U+2066>// only<U+2069>)'],
  ['a\u200bb\u200dc\u200fd\ufeff', 'a<U+200B>b<U+200D>c<U+200F>d<U+FEFF>'],
  ['\u001b[2Jx\u0085\u007f', '<U+001B>[2Jx<U+0085><U+007F>'],
  ['eval(\u{e0101}\ufe01\u3164)', 'eval(<U+E0101><U+FE01><U+3164>)'],
  ['shown\roverwritten', 'shown<U+000D>overwritten'],
])('writes what %j hides', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

it('leaves what readers see', () => {
  const text = '\ta\r\nb\n שלום، مرحبا 日本 ❤\ufe0f 👍';
  expect(visible(text)).toBe(text);
});
