import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readFirstPassword } from '../../../config/first-admin.ts';
import { ensureAdmin } from '../../../services/identity/bootstrap.ts';
import { ensureFirstAdmin } from '../../../services/identity/first-admin.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, startManagement } from '../../support/management.ts';

const password = 'quite a long passphrase';

let folder: string;
let api: Management;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-first-admin-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  api = await startManagement();
});
afterEach(() => api.stop());

/** Creates the first administrator as a starting server does, with the password in a file. */
async function ensure(username: string, content = `${password}\n`) {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, content);
  const account = { username, email: `${username}@localhost.localdomain`, passwordFile };
  return ensureFirstAdmin(api.platform, { ...account, readPassword: () => readFirstPassword(account) });
}

async function logIn(username: string, secret = password) {
  const body = { username_or_email: username, password: secret };
  const { status, body: answer } = await api.call('POST', '/v1/auth/login', { body });
  if (status !== 200) return status;
  return (await api.call('GET', '/v1/users/me', { token: answer['token'] })).body['is_admin'];
}

it('an administrator is made at the first start, once, by whichever replica, and on record', async () => {
  const outcomes = await Promise.all([ensure('root'), ensure('root'), ensure('root')]);

  expect(outcomes.toSorted()).toEqual(['made', 'not needed', 'not needed']);
  expect(await logIn('root')).toBe(true);
  const log = await api.pool.any(sql.type(AnyRow)`
    select action, user_agent, metadata from audit_log where action = 'user_register'`);
  expect(log).toEqual([
    {
      action: 'user_register',
      userAgent: 'rookery admin',
      metadata: { username: 'root', is_admin: true },
    },
  ]);
});

it('a later start makes no account, changes no password and does not look into the file', async () => {
  await ensure('root');

  expect(await ensure('root', 'short')).toBe('not needed');
  expect(await ensure('other')).toBe('not needed');

  expect(await logIn('root')).toBe(true);
  expect(await logIn('other')).toBe(401);
});

it('the built-in administrator can be given the password, and keeps the token in its file', async () => {
  await ensureAdmin({ pool: api.pool, dataDir: folder });

  expect(await ensure('admin')).toBe('made');

  expect(await logIn('admin')).toBe(true);
  const [token] = await api.pool.any(sql.type(AnyRow)`select revoked_at from tokens`);
  expect(token).toEqual({ revokedAt: null });
});

it('a user who registered the name before becomes no administrator', async () => {
  const email = 'early@example.com';
  const early = { username: 'chief', email, password: 'the passphrase of a stranger' };
  expect((await api.call('POST', '/v1/auth/register', { body: early })).status).toBe(200);

  expect(await ensure('Chief')).toBe('taken');

  expect(await logIn('chief', early.password)).toBe(false);
});

it('a taken address, or a namespace of that name, stops no start', async () => {
  const early = {
    username: 'early',
    email: 'chief@localhost.localdomain',
    password: 'the passphrase of a stranger',
  };
  expect((await api.call('POST', '/v1/auth/register', { body: early })).status).toBe(200);
  const { token } = await api.createPerson('alice');
  const claim = { ecosystem: 'npm', namespace: 'captain' };
  expect((await api.call('POST', '/v1/namespaces', { token, body: claim })).status).toBe(201);

  expect(await ensure('chief')).toBe('taken');
  expect(await ensure('captain')).toBe('taken');
  expect(await ensure('root')).toBe('made');
});

it.each([
  ['tiny-secret', 'must have at least 12 characters'],
  ['password1234', 'is one of the most used passwords'],
  ['\n', 'must have at least 12 characters'],
])('a file with %j is refused with a sentence that does not repeat it', async (content, sentence) => {
  const refusal = await ensure('root', content).catch((error: unknown) => String(error));

  expect(refusal).toBe(
    `ConfigError: the configuration has 1 problem(s):\n  - ROOKERY_ADMIN_PASSWORD_FILE: the password ${sentence}`,
  );
  expect(await logIn('root')).toBe(401);
});

it('a file that is not there is refused', () => {
  const account = { username: 'root', email: 'root@example.com', passwordFile: join(folder, 'missing') };

  expect(() => readFirstPassword(account)).toThrow('ROOKERY_ADMIN_PASSWORD_FILE can not be read');
});
