import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswords, type HashCost, leastCost, noPassword } from './password-hash.ts';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const open = (cost: Partial<HashCost> = {}) =>
  createPasswords({ cost: { ...leastCost, ...cost }, concurrency: 2 });

function cheapHash(password: string): string {
  const salt = Buffer.from('somesaltsomesalt');
  const cheap = { message: password, nonce: salt, memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync('argon2id', cheap);
  return `$argon2id$v=19$m=64,t=1,p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

describe('password hashes', () => {
  it('match their password alone, and differ for equal passwords', async () => {
    const passwords = open();
    const [one, two] = await Promise.all([passwords.hash('a passphrase'), passwords.hash('a passphrase')]);

    expect(one).not.toBe(two);
    expect(await passwords.verify('a passphrase', one)).toBe(true);
    expect(await passwords.verify('a passphrase ', one)).toBe(false);
  });

  it('carry the cost they were made with', async () => {
    const passwords = open({ memoryKib: 20_480, passes: 3, parallelism: 2 });
    const stored = cheapHash('x');

    expect(await passwords.hash('x')).toMatch(/^\$argon2id\$v=19\$m=20480,t=3,p=2\$/);
    expect(await passwords.verify('x', stored)).toBe(true);
    expect(await passwords.verify('y', stored)).toBe(false);
  });

  it.each(['', noPassword, '$argon2id$v=19$m=0', null])('match nothing when they are %j', async (stored) => {
    expect(await open().verify('', stored)).toBe(false);
  });

  it('are worth making again when they are weaker in something and stronger in nothing', async () => {
    const stored = await open({ passes: 3 }).hash('x');

    expect(open({ passes: 3 }).isOutdated(stored)).toBe(false);
    expect(open({ passes: 2 }).isOutdated(stored)).toBe(false);
    expect(open({ passes: 4 }).isOutdated(stored)).toBe(true);
    expect(open({ passes: 3, memoryKib: 32_768 }).isOutdated(stored)).toBe(true);
    expect(open({ passes: 2, memoryKib: 32_768 }).isOutdated(stored)).toBe(false);
    expect(open().isOutdated(noPassword)).toBe(false);
  });

  it('are made a few at a time, and a crowd is turned away at once', async () => {
    const passwords = createPasswords({ cost: leastCost, concurrency: 1, maxWaiting: 3 });

    const crowd = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.verify('x', null)));
    const later = await passwords.verify('x', null);

    expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(crowd.at(-1)).toMatchObject({ reason: { code: 'overloaded', meta: { retryAfterSeconds: 1 } } });
    expect(later).toBe(false);
  });
});
