import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anonymousFrom } from '../../domain/caller.ts';
import { createAccounts } from '../../services/identity/accounts.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, startManagement } from '../support/management.ts';

/** The derived hashes, with their cost. */
const hashes = vi.hoisted((): string[] => {
  // files of one worker share modules: one that another file imported uses the unmocked function
  vi.resetModules();
  return [];
});
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  const argon2: typeof real.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    hashes.push([algorithm, memory, passes, parallelism, tagLength].join(' '));
    real.argon2(algorithm, parameters, done);
  };
  return { ...real, argon2 };
});

let api: Management;
let accounts: ReturnType<typeof createAccounts>;
const password = 'a long enough passphrase';
beforeAll(async () => {
  api = await startManagement();
  const { config, browserLogins } = api.platform;
  accounts = createAccounts({ ...api.platform, config, browserLogins, loginLimit: null });
  for (const username of ['ew-active', 'ew-locked', 'ew-pending', 'ew-guarded']) {
    const body = { username, email: `${username}@example.com`, password };
    expect((await api.call('POST', '/v1/auth/register', { body })).status).toBe(200);
  }
  await api.pool.query(sql.unsafe`update users set is_active = false where username = 'ew-locked'`);
  await api.pool.query(sql.unsafe`update users set mfa_enabled = true where username = 'ew-guarded'`);
  await api.pool.query(sql.unsafe`update users set pending_email = email, email = 'x', email_key = 'x'
    where username = 'ew-pending'`);
});
afterAll(() => api?.stop());
beforeEach(() => {
  hashes.length = 0;
});

const { memoryKib, passes, parallelism } = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 };
const one = [['argon2id', memoryKib, passes, parallelism, 32].join(' ')];

const attempts = [
  ['a wrong password', 'ew-active', 'not the one at all'],
  ['an unknown name', 'ew-missing', password],
  ['an unknown address', 'missing@example.com', password],
  ['an address that is not confirmed', 'ew-pending@example.com', password],
  ['an account that is locked', 'ew-locked', password],
  ['a wrong password before a second factor', 'ew-guarded', 'not the one at all'],
  ['a name with a zero byte', 'ew-\u00e9', password],
] as const;

it.each(attempts)('%s is one hash of the same cost, and one wording', async (_what, name, given) => {
  const body = { username_or_email: name, password: given };

  const answer = await api.call('POST', '/v1/auth/login', { body });

  expect(hashes).toEqual(one);
  expect([answer.status, answer.body['code'], answer.body['detail']]).toEqual([
    401,
    'invalid_credentials',
    'the name or the password is wrong',
  ]);
});

it.each(attempts)('so it is for clients that log in with a password: %s', async (_what, name, given) => {
  const caller = anonymousFrom({ ipAddress: '192.0.2.1', userAgent: null });

  const attempt = accounts.logIn(caller, name, given);

  await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(hashes).toEqual(one);
});

it.each([
  ['the right one', 'ew-active'],
  ['the right one of a user who needs a code too', 'ew-guarded'],
])('%s costs as much', async (_what, name) => {
  const body = { username_or_email: name, password };

  const answer = await api.call('POST', '/v1/auth/login', { body });

  expect([answer.status, hashes]).toEqual([200, one]);
});

it('passwords are compared in one place, and every protocol that takes one goes there', async () => {
  const root = join(import.meta.dirname, '../..');
  const found: string[] = [];
  for (const folder of ['api', 'services', 'ecosystems']) {
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const text = await readFile(join(root, folder, file), 'utf8');
      if (/passwords\.verify\(/.test(text)) found.push(`${folder}/${file}`);
      if (/\bcheckPassword\(/.test(text) && folder !== 'services') found.push(`${folder}/${file}`);
    }
  }
  const logins = await Promise.all(
    ['npm/wire', 'oci/wire', 'rubygems/wire'].map(async (folder) => {
      const files = await readdir(join(root, 'ecosystems', folder), { recursive: true });
      const texts = files
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => readFile(join(root, 'ecosystems', folder, file), 'utf8'));
      return (await Promise.all(texts)).some((text) => text.includes('accounts.logIn('));
    }),
  );

  expect(found).toEqual(['services/identity/login.ts']);
  expect(logins).toEqual([true, true, true]);
});
