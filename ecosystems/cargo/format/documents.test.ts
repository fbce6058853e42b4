import { expect, test } from 'vitest';
import { createDigestBuilder } from '../../../domain/digest.ts';
import { wholeDocuments } from '../../render-documents.ts';
import { emptyMetadata, samplePackage, sampleRelease } from '../fixtures/samples.ts';
import { cargo } from '../index.ts';
import { indexPath } from './name.ts';

const file = { ...createDigestBuilder().digest(), sizeBytes: 0 };

function render(metadata: Record<string, unknown>, flags: { isYanked?: boolean } = {}) {
  const publication = { name: 'Probe', version: '1.0.0+a', isPrerelease: false, metadata };
  const releases = [{ ...sampleRelease(publication, file, 0), ...flags }];
  const input = {
    package: samplePackage({ name: 'Probe' }),
    releases,
    tags: new Map(),
    mounts: [],
    baseUrl: '',
  };
  return wholeDocuments(cargo, input).map(({ body, ...others }) => ({ ...others, body: String(body) }));
}

test.each([
  ['a', '1/a'],
  ['AB', '2/ab'],
  ['abc', '3/a/abc'],
  ['Serde-JSON', 'se/rd/serde-json'],
])('the index keeps %s at %s', (name, path) => {
  expect(indexPath(name)).toBe(path);
});

test('a line has exactly the members that cargo reads, in a fixed order', () => {
  const [document] = render(emptyMetadata);

  expect(document).toEqual({
    path: 'index/pr/ob/probe',
    contentType: 'text/plain; charset=utf-8',
    etag: 'parts',
    body:
      `{"name":"Probe","vers":"1.0.0+a","deps":[],"cksum":"${file.sha256}","features":{},"yanked":false,` +
      '"links":null,"v":2,"pubtime":"2026-03-01T09:30:00Z"}\n',
  });
});

test('newer features and the compiler version appear only where there are some', () => {
  const [document] = render({ ...emptyMetadata, features2: { x: ['dep:y'] }, rust_version: '1.70' });

  expect(JSON.parse(document?.body ?? '')).toMatchObject({
    features2: { x: ['dep:y'] },
    rust_version: '1.70',
  });
});

test('a yank changes nothing but the flag', () => {
  const before = render(emptyMetadata)[0]?.body;

  const after = render(emptyMetadata, { isYanked: true })[0]?.body;

  expect(after).toBe(before?.replace('"yanked":false', '"yanked":true'));
});

test('a crate without releases has no index file', () => {
  expect(
    wholeDocuments(cargo, {
      package: samplePackage(),
      releases: [],
      tags: new Map(),
      mounts: [],
      baseUrl: '',
    }),
  ).toEqual([]);
});
