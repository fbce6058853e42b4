import { expect, test } from 'vitest';
import { fileSetOf } from './file-set.ts';

const jar = { filename: 'probe-1.0.jar', sha256: 'a'.repeat(64) };
const pom = { filename: 'probe-1.0.pom', sha256: 'b'.repeat(64) };

test('a set has one digest, in whichever order its files come', () => {
  expect(fileSetOf([pom, jar])).toEqual(fileSetOf([jar, pom]));
  expect(fileSetOf([pom, jar]).files).toEqual([jar, pom]);
});

test.each([
  ['other bytes', [jar, { ...pom, sha256: 'c'.repeat(64) }]],
  ['another name', [jar, { ...pom, filename: 'probe-1.0.POM' }]],
  ['one file less', [jar]],
  ['one file more', [jar, pom, { filename: 'probe-1.0.txt', sha256: 'b'.repeat(64) }]],
  [
    'names and bytes that change places',
    [
      { ...jar, sha256: pom.sha256 },
      { ...pom, sha256: jar.sha256 },
    ],
  ],
])('%s make another digest', (_what, files) => {
  expect(fileSetOf(files).digest).not.toBe(fileSetOf([jar, pom]).digest);
});
