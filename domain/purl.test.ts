import { expect, it } from 'vitest';
import { namesOf, parsePurl, purlOf } from './purl.ts';

it.each([
  ['npm', '@acme/probe', '1.0.0', 'pkg:npm/%40acme/probe@1.0.0'],
  ['cargo', 'serde', undefined, 'pkg:cargo/serde'],
  ['maven', 'org.acme:probe', '1.0', 'pkg:maven/org.acme/probe@1.0'],
  ['oci', 'acme/api', 'sha256:ab', 'pkg:oci/acme/api@sha256%3Aab'],
  ['nuget', 'A.B', '1.0.0+x', 'pkg:nuget/A.B@1.0.0%2Bx'],
])('the package URL of %s %s %s is %4$s and names it', (type, name, version, purl) => {
  expect(purlOf(type, name, version)).toBe(purl);

  const parsed = parsePurl(purl);

  expect(parsed).toMatchObject({ type, version: version ?? null });
  expect(namesOf(parsed)).toContain(name);
});

it.each([
  ['pkg:npm/@acme/probe@1.0.0', { type: 'npm', segments: ['@acme', 'probe'], version: '1.0.0' }],
  ['pkg:npm/@acme/probe', { type: 'npm', segments: ['@acme', 'probe'], version: null }],
  ['PKG:NPM/left?arch=x#lib', { type: 'npm', segments: ['left'], version: null }],
  ['pkg://gem/rails@', { type: 'gem', segments: ['rails'], version: null }],
])('%s is understood as well', (text, parts) => {
  expect(parsePurl(text)).toEqual(parts);
});

it.each(['', 'npm/left', 'pkg:', 'pkg:npm', 'pkg:npm/', 'pkg:npm/%zz', 'pkg:/left'])('%j is none', (text) => {
  expect(() => parsePurl(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
