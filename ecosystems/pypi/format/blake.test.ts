import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { blakeOf } from './blake.ts';

const inPieces = (...pieces: string[]) => ({
  pieces: () => Readable.from(pieces.map((piece) => Buffer.from(piece))),
});
/** The digest of "abc", from the reference implementation (`b2sum -l 256`). */
const ofAbc = 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319';

test('the digest of a file is that of its pieces', async () => {
  expect(await blakeOf(inPieces('a', 'bc'), null)).toBe(ofAbc);
  expect(await blakeOf(inPieces('abc'), ofAbc)).toBe(ofAbc);
});

test('a form that says another one is refused', async () => {
  await expect(blakeOf(inPieces('abd'), ofAbc)).rejects.toMatchObject({
    code: 'digest_mismatch',
    isPermanent: true,
    detail: expect.stringContaining(`the form says ${ofAbc}`),
  });
});
