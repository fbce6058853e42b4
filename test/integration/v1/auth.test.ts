import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPassword } from '../../../services/identity/login.ts';
import { createPasswords } from '../../../services/identity/password-hash.ts';
import { readConfig } from '../../../config/config.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, startManagement, AnyRow } from '../../support/management.ts';

const password = 'a fresh passphrase';
let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

const register = (username: string, more: object = {}) =>
  api.call('POST', '/v1/auth/register', {
    body: { username, email: `${username}@example.com`, password, ...more },
  });
const logIn = (name: string, secret = password) =>
  api.call('POST', '/v1/auth/login', { body: { username_or_email: name, password: secret } });

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_user_id = ${userId} order by occurred_at, id`);
  return rows.map((row) => row.action);
}

describe('registering', () => {
  it('makes an account with a public repository of its own', async () => {
    const answer = await register('Alice');

    expect(answer).toMatchObject({ status: 200, body: { username: 'Alice', repository_slug: 'alice' } });
    expect(await api.call('GET', '/v1/repositories/alice')).toMatchObject({
      status: 200,
      body: { kind: 'public', visibility: 'public', owner_username: 'Alice' },
    });
  });

  it('finds another slug when the obvious one is taken', async () => {
    const owner = await register('owner-of-slugs');
    const { body } = await logIn('owner-of-slugs');
    await api.call('POST', '/v1/repositories', {
      token: body['token'],
      body: { name: 'x', slug: 'latecomer' },
    });

    const answer = await register('Latecomer');

    expect(owner.status).toBe(200);
    expect(answer.body['repository_slug']).toBe('latecomer-packages');
  });

  it.each([
    ['a name in another case', { username: 'ALICE', email: 'x@example.com' }],
    ['an address in another case', { username: 'alice2', email: 'Alice@Example.com' }],
  ])('refuses %s as a duplicate', async (_what, person) => {
    await register('alice');

    const answer = await register('unused', person);

    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });

  it.each([
    ['a reserved name', { username: 'Admin' }, 'name_reserved', 'username'],
    ['a short password', { password: 'short' }, 'validation_failed', 'password'],
    ['a famous password', { password: 'Password12345' }, 'validation_failed', 'password'],
    ['a name with spaces', { username: 'a b' }, 'validation_failed', 'username'],
    ['no address', { email: 'nope' }, 'validation_failed', 'email'],
  ])('refuses %s', async (_what, more, code, path) => {
    const answer = await register('someone', more);

    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(answer.body['errors']?.[0]?.path).toBe(path);
  });

  it('tells the rules that a password breaks, each by its own code', async () => {
    const problemsOf = async (username: string, secret: string) => {
      const { status, body } = await register(username, { password: secret });
      return [status, body['errors'], body['detail']];
    };

    expect(await problemsOf('lazy', 'LAZY')).toEqual([
      422,
      [
        { path: 'password', code: 'too_short', message: 'must have at least 12 characters' },
        { path: 'password', code: 'is_username', message: 'must not be your name' },
      ],
      'the password must have at least 12 characters, and must not be your name',
    ]);
    for (const [secret, code] of [
      ['x'.repeat(257), 'too_long'],
      ['sleepy@example.com', 'is_email'],
      ['Password12345', 'too_common'],
    ] as const) {
      expect((await problemsOf('sleepy', secret))[1]).toMatchObject([{ code }]);
    }
  });

  it('keeps no password in clear', async () => {
    const { body } = await register('hashed');

    const row = await api.pool.one(
      sql.type(AnyRow)`select password_hash from users where id = ${body['id']}`,
    );

    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('logging in', () => {
  it('gives a session that works by name and by address, and ends at log-out', async () => {
    const { body: person } = await register('bob');
    const { status, body } = await logIn('BOB@example.com');
    const token: string = body['token'];
    const me = await api.call('GET', '/v1/users/me', { token });
    const out = await api.call('POST', '/v1/auth/logout', { token });
    const after = await api.call('GET', '/v1/users/me', { token });

    expect(status).toBe(200);
    expect(body['expires_in']).toBe(3600);
    expect(me).toMatchObject({ status: 200, body: { username: 'bob', is_admin: false } });
    expect(out.status).toBe(200);
    expect(after).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
    expect(after.headers['www-authenticate']).toBe('Bearer');
    expect(await actionsOf(person['id'])).toEqual([
      'user_register',
      'repository_create',
      'user_login',
      'user_logout',
    ]);
  });

  it('carries the promised claims', async () => {
    const { body: person } = await register('claims');
    const { body } = await logIn('claims');

    const [, claims = ''] = String(body['token']).split('.');
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString());

    expect(decoded).toMatchObject({
      sub: person['id'],
      sid: body['session_id'],
      iss: 'rookery',
    });
    expect(decoded.exp - decoded.iat).toBe(3600);
    expect(Object.keys(decoded).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'scopes', 'sid', 'sub']);
    expect(decoded.scopes).not.toContain('admin:write');
  });

  it('fails alike for unknown names, wrong passwords and deactivated people', async () => {
    const { body: person } = await register('gone');
    await api.pool.query(sql.unsafe`update users set is_active = false where id = ${person['id']}`);

    const answers = await Promise.all([logIn('missing'), logIn('alice', 'wrong'), logIn('gone')]);

    for (const { status, body } of answers) {
      expect({ status, code: body['code'], detail: body['detail'] }).toEqual({
        status: 401,
        code: 'invalid_credentials',
        detail: answers[0]?.body['detail'],
      });
    }
    expect(await actionsOf(person['id'])).toContain('user_login_failed');
  });

  it('ends every session of the account when asked to', async () => {
    await register('everywhere');
    const [first, second] = await Promise.all([logIn('everywhere'), logIn('everywhere')]);

    await api.call('POST', '/v1/auth/logout', { token: first.body['token'], body: { all: true } });

    expect((await api.call('GET', '/v1/users/me', { token: second.body['token'] })).status).toBe(401);
  });

  it('refuses a session signed with another key, and one whose account was deactivated', async () => {
    const { body: person } = await register('leaver');
    const { body } = await logIn('leaver');
    const token: string = body['token'];
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;

    const forgery = await api.call('GET', '/v1/users/me', { token: forged });
    await api.pool.query(sql.unsafe`update users set is_active = false where id = ${person['id']}`);
    api.platform.authenticator.forget({ kind: 'user', id: person['id'] });

    expect(forgery.body['code']).toBe('invalid_credentials');
    expect((await api.call('GET', '/v1/users/me', { token })).status).toBe(401);
  });

  it('is fine with a log-out without a credential', async () => {
    expect((await api.call('POST', '/v1/auth/logout')).status).toBe(200);
  });
});

describe('a new password', () => {
  const fresh = 'another passphrase';
  const change = (token: string, body: object = {}) =>
    api.call('POST', '/v1/auth/password', {
      token,
      body: { current_password: password, new_password: fresh, ...body },
    });
  const isAlive = async (token: string) => (await api.call('GET', '/v1/users/me', { token })).status === 200;

  async function person(name: string) {
    const { body } = await register(name);
    const id: string = body['id'];
    const [here, there] = [await logIn(name), await logIn(name)];
    return {
      id,
      here: String(here.body['token']),
      there: String(there.body['token']),
      apiToken: await api.createToken(id),
    };
  }

  it('ends other sessions and every API token, and stays logged in where it was chosen', async () => {
    const { id, here, there, apiToken } = await person('changing');
    expect([await isAlive(here), await isAlive(there), await isAlive(apiToken)]).toEqual([true, true, true]);

    const answer = await change(here);

    expect([answer.status, answer.body['text']]).toEqual([204, '']);
    expect([await isAlive(here), await isAlive(there), await isAlive(apiToken)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await logIn('changing')).status).toBe(401);
    expect((await logIn('changing', fresh)).status).toBe(200);
    const [entry] = await api.pool.any(sql.type(AnyRow)`
      select metadata from audit_log where target_user_id = ${id} and action = 'password_change'`);
    expect(entry?.metadata).toEqual({ sessions: 1, tokens: 1 });
  });

  it('leaves API tokens alone when asked to', async () => {
    const { here, there, apiToken } = await person('keeping');

    const answer = await change(here, { revoke_tokens: false });

    expect(answer.status).toBe(204);
    expect([await isAlive(there), await isAlive(apiToken)]).toEqual([false, true]);
  });

  it('is not for API tokens, whatever they may do, and not without the old one', async () => {
    const { here, apiToken } = await person('holding');

    const byToken = await change(apiToken);
    const wrong = await change(here, { current_password: 'not this one' });
    const weak = await change(here, { new_password: 'short' });

    expect(byToken).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect(byToken.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", max_age="600"',
    );
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(weak).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'new_password', code: 'too_short' }] },
    });
    expect((await logIn('holding')).status).toBe(200);
  });
});

describe('the cost of password hashes', () => {
  const hashOf = async (id: string) =>
    (await api.pool.one(sql.type(AnyRow)`select password_hash from users where id = ${id}`)).passwordHash;

  it('rises with the next log-in when it was raised, and never falls', async () => {
    const { body } = await register('upgraded');
    const id: string = body['id'];
    const { jwtSecret, databaseUrl } = api.platform.config.secrets;
    const costly = readConfig({ DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret, ARGON2_PASSES: '3' });
    const deps = { ...api.platform, passwords: createPasswords(costly.auth.passwords) };
    const origin = { ipAddress: null, userAgent: null };

    await expect(
      checkPassword(deps, { usernameOrEmail: 'upgraded', password: 'wrong' }, origin),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const afterFailure = await hashOf(id);
    await checkPassword(deps, { usernameOrEmail: 'upgraded', password }, origin);
    const raised = await hashOf(id);
    await logIn('upgraded');

    expect(afterFailure).toMatch(/\$m=19456,t=2,p=1\$/);
    expect(raised).toMatch(/\$m=19456,t=3,p=1\$/);
    expect(await hashOf(id)).toBe(raised);
    expect((await logIn('upgraded')).status).toBe(200);
  });
});
