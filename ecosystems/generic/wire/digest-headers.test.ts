import { expect, test } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { announcedSha256, assertSha256, reprDigest } from './digest-headers.ts';

const hex = sha256Hex('probe');
const dictionary = reprDigest(hex);

test.each([
  ['no header', {}, undefined],
  ['hex', { 'x-checksum-sha256': ` ${hex} ` }, hex],
  ['hex in capitals', { 'x-checksum-sha256': hex.toUpperCase() }, hex],
  ['a representation digest', { 'repr-digest': dictionary }, hex],
  ['a content digest beside others', { 'content-digest': `md5=:AAAA:, ${dictionary}` }, hex],
  ['another algorithm alone', { 'repr-digest': 'sha-512=:AAAA:' }, undefined],
  ['all of them', { 'x-checksum-sha256': hex, 'repr-digest': dictionary, 'content-digest': dictionary }, hex],
])('of %s the digest is read', (_title, headers, expected) => {
  expect(announcedSha256(headers)).toBe(expected);
});

test.each([
  ['hex that is too short', { 'x-checksum-sha256': 'ab' }],
  ['hex that is none', { 'x-checksum-sha256': 'g'.repeat(64) }],
  ['a digest without colons', { 'repr-digest': 'sha-256=AAAA' }],
  ['a digest that is too short', { 'content-digest': 'sha-256=:AAAA:' }],
  ['two that differ', { 'x-checksum-sha256': sha256Hex('other'), 'repr-digest': dictionary }],
])('%s is refused', (_title, headers) => {
  expect(() => announcedSha256(headers)).toThrow(expect.objectContaining({ code: 'bad_request' }));
});

test('other bytes than announced are refused, and the answer names both', () => {
  expect(() => assertSha256({ sha256: hex }, undefined)).not.toThrow();
  expect(() => assertSha256({ sha256: hex }, hex)).not.toThrow();
  expect(() => assertSha256({ sha256: sha256Hex('other') }, hex)).toThrow(
    expect.objectContaining({ code: 'digest_mismatch', message: expect.stringContaining(hex) }),
  );
});
