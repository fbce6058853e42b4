import { describe, expect, test } from 'vitest';
import { zip, type ZipSpec } from '../test/security/archives/zip-bytes.ts';
import { twoZips, unseenWideRecord } from '../test/security/unpackers/two-zips.ts';
import { bufferSource } from './byte-source.ts';
import { AmbiguousZip, findZipEnd, hasZipEnd } from './zip-end.ts';

const good: ZipSpec = { name: 'good.txt', body: 'good' };
const inner = zip([{ name: 'A.class', body: 'x' }]);
const nested: ZipSpec = { name: 'lib/inner.jar', body: inner, method: 0 };
const script = Buffer.from('#!/bin/sh\nexec java -jar "$0"\n');
const newline = Buffer.from('\n');

describe('an archive that one client opens at another end record', () => {
  const passedOver = Object.entries(twoZips()).filter(([kind]) =>
    /^0 and (?:a byte|all) of .*a byte, a /.test(kind),
  );

  test.each([
    ...passedOver,
    ['a wide record that the JDK does not find', () => unseenWideRecord('does not')],
    ['a wide record that Go does not look for', () => unseenWideRecord('counts the byte')],
  ])('is read in several ways: %s', (_kind, build) => {
    const bytes = bufferSource(build());

    expect(hasZipEnd(bytes)).toBe(true);
    expect(() => findZipEnd(bytes)).toThrow(AmbiguousZip);
  });
});

test.each([
  ['a jar that contains jars', zip([good, nested]), 2],
  ['behind a script', Buffer.concat([script, zip([good, nested])]), 2],
  ['behind a script, with a line break behind', Buffer.concat([script, zip([good, nested]), newline]), 2],
  ['behind a program that its offsets count', zip([good, nested], { prefix: script }), 2],
  ['the same with a signature behind', zip([good], { prefix: script, suffix: Buffer.alloc(300, 7) }), 1],
  ['as far from the end as Info-ZIP looks', zip([good], { suffix: Buffer.alloc(74_000) }), 1],
])('all clients agree on the end record of %s', (_what, body, count) => {
  expect(findZipEnd(bufferSource(body)).count).toBe(count);
});
