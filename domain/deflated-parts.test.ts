import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { deflatePart, gzipOf } from './deflated-parts.ts';

const long = 'a document of many words '.repeat(400);

it.each([
  ['one part', [long]],
  ['short and long ones', ['{"versions":[', long, ',', long, ']}']],
  ['none', []],
  ['an empty one', ['', long, '']],
])('parts that were compressed apart are one stream: %s', (_title, texts) => {
  const bodies = texts.map((text) => Buffer.from(text));

  const stream = gzipOf(Buffer.concat(bodies.map(deflatePart)), Buffer.concat(bodies));

  expect(gunzipSync(stream).toString()).toBe(texts.join(''));
  // one member: some clients do not read a second one
  expect(stream.indexOf(Buffer.from([0x1f, 0x8b, 8, 0]), 1)).toBe(-1);
});

it('what repeats within a part is not written twice', () => {
  expect(deflatePart(Buffer.from(long)).length).toBeLessThan(long.length / 20);
  expect(deflatePart(Buffer.from('ab')).length).toBe(7);
});
