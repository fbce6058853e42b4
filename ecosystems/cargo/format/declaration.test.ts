import { expect, test } from 'vitest';
import { richDeclared } from '../fixtures/manifests.ts';
import { readPublishRequest } from './declaration.ts';

const { name, version: vers, metadata } = richDeclared;
const request = { name, vers, ...metadata };
const read = (body: unknown) =>
  readPublishRequest(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

test('only what the archive must agree with is kept of a publish request', () => {
  const texts = { description: 'Many dependencies', readme: 'x'.repeat(10_000) };

  expect(read({ ...request, ...texts })).toEqual({ declared: richDeclared, warnings: [] });
});

test.each([
  ['a crate should have at most 5 keywords', { keywords: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['a keyword should have at most 20 characters', { keywords: ['a'.repeat(21)] }],
  ['a crate should have at most 5 categories', { categories: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['the description is longer than 1000 characters', { description: 'a'.repeat(1_001) }],
])('%s: a warning', (warning, more) => {
  expect(read({ ...request, ...more }).warnings).toEqual([warning]);
});

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'malformed_json'],
  ['JSON of another shape', { name: 7 }, 'validation_failed'],
  ['a bad name', { ...request, name: '../x' }, 'invalid_name'],
  ['a reserved name', { ...request, name: 'std' }, 'name_reserved'],
  ['a bad version', { ...request, vers: '1' }, 'invalid_version'],
  ['characters that no text can hold', { ...request, description: '\0' }, 'validation_failed'],
])('%s is refused', (_title, body, code) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code }));
});
