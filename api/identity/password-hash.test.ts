import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, unmatchableHash, verifyPassword } from './password-hash.ts';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

describe('password hashes', () => {
  it('match their password alone, and differ for equal passwords', async () => {
    const [one, two] = await Promise.all([hashPassword('a passphrase'), hashPassword('a passphrase')]);

    expect(one).not.toBe(two);
    expect(await verifyPassword('a passphrase', one)).toBe(true);
    expect(await verifyPassword('a passphrase ', one)).toBe(false);
  });

  it('carry the cost they were made with', async () => {
    const salt = Buffer.from('somesaltsomesalt');
    const cheap = { message: 'x', nonce: salt, memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
    const hash = argon2Sync('argon2id', cheap);
    const stored = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(salt)}$${unpadded(hash)}`;

    expect(await verifyPassword('x', stored)).toBe(true);
    expect(await verifyPassword('y', stored)).toBe(false);
  });

  it.each(['', '!', '$argon2id$v=19$m=0', unmatchableHash])(
    'match nothing when they are %j',
    async (stored) => {
      expect(await verifyPassword('', stored)).toBe(false);
    },
  );
});
