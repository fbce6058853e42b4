import { createPublicKey, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSigner, findKeyProblem } from './signing.ts';

const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const pem = pemOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));

test('a signature is one of the text, with the key that is handed out', () => {
  const signer = createSigner(pem);
  const signed = signer.sign('probe@1.0.0:sha512-AA==');
  const publicKey = createPublicKey({
    key: Buffer.from(signer.key?.publicKey ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  const holds = (text: string) =>
    createVerify('SHA256')
      .update(text)
      .verify(publicKey, signed?.signature ?? '', 'base64');

  expect(holds('probe@1.0.0:sha512-AA==')).toBe(true);
  expect(holds('probe@1.0.1:sha512-AA==')).toBe(false);
});

test('the id of a key is the digest of its public half', () => {
  const [one, again] = [createSigner(pem), createSigner(pem)];

  expect(one.key).toEqual(again.key);
  expect(one.key?.keyId).toMatch(/^SHA256:[\w+/]{43}$/);
  expect(one.sign('text')?.keyId).toBe(one.key?.keyId);
});

test.each([
  ['no key at all', 'hush', /no private key/],
  ['a key on another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' })), /P-256/],
  ['a key of another kind', pemOf(generateKeyPairSync('ed25519')), /P-256/],
])('%s is refused', (_what, text, problem) => {
  expect(findKeyProblem(text)).toMatch(problem);
});

test('a key on the right curve is fine', () => {
  expect(findKeyProblem(pem)).toBeNull();
});
