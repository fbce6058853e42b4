import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, startManagement } from '../../support/management.ts';

const password = 'a fresh passphrase';
let api: Management;
let count = 0;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

const logIn = (username: string) =>
  api.call('POST', '/v1/auth/login', { body: { username_or_email: username, password } });
const answer = (mfaToken: string, code: string) =>
  api.call('POST', '/v1/auth/mfa/challenge', { body: { mfa_token: mfaToken, code } });
const me = (token: string) => api.call('GET', '/v1/users/me', { token });

interface Account {
  id: string;
  username: string;
  session: string;
}

async function register(): Promise<Account> {
  count += 1;
  const username = `careful-${count}`;
  const { body } = await api.call('POST', '/v1/auth/register', {
    body: { username, email: `${username}@example.com`, password },
  });
  return { id: body['id'], username, session: (await logIn(username)).body['token'] };
}

/** The code of a period, counted from now: each code works once. */
const codeOf = (secret: string, periods = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + periods * 30 });

/** An account with a second factor; the code of the previous period is already used. */
async function secure(): Promise<Account & { secret: string; recoveryCodes: string[] }> {
  const account = await register();
  const { body } = await api.call('POST', '/v1/auth/mfa/setup', { token: account.session });
  const secret: string = body['secret'];
  const confirmed = await api.call('POST', '/v1/auth/mfa/verify-setup', {
    token: account.session,
    body: { code: codeOf(secret, -1) },
  });
  expect([confirmed.status, confirmed.body]).toEqual([200, { mfa_enabled: true }]);
  return { ...account, secret, recoveryCodes: body['recovery_codes'] };
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_user_id = ${userId} order by occurred_at, id`);
  return rows.map((row) => row.action).filter((action) => action.startsWith('mfa_'));
}

describe('setting up', () => {
  it('shows a secret and recovery codes, and changes nothing until a code was shown', async () => {
    const account = await register();

    const first = await api.call('POST', '/v1/auth/mfa/setup', { token: account.session });
    const { status, body } = await api.call('POST', '/v1/auth/mfa/setup', { token: account.session });

    expect(status).toBe(200);
    expect(body['secret']).not.toBe(first.body['secret']);
    expect(body['provisioning_uri']).toBe(
      `otpauth://totp/Rookery:${account.username}?secret=${body['secret']}&issuer=Rookery&algorithm=SHA1&digits=6&period=30`,
    );
    expect(body['recovery_codes']).toHaveLength(8);
    expect((await logIn(account.username)).body['token']).toEqual(expect.any(String));
    expect((await me(account.session)).body['mfa_enabled']).toBe(false);
  });

  it('takes only a code of the newest secret, ends other sessions, and is not done twice', async () => {
    const account = await register();
    const other = (await logIn(account.username)).body['token'];
    const setUp = () => api.call('POST', '/v1/auth/mfa/setup', { token: account.session });
    const confirm = (code: string) =>
      api.call('POST', '/v1/auth/mfa/verify-setup', { token: account.session, body: { code } });
    const old = (await setUp()).body['secret'];
    const { body } = await setUp();

    expect((await confirm(codeOf(old))).status).toBe(401);
    expect((await confirm(body['recovery_codes'][0])).status).toBe(401);
    expect((await confirm(codeOf(body['secret']))).status).toBe(200);

    expect((await me(other)).status).toBe(401);
    expect((await me(account.session)).body['mfa_enabled']).toBe(true);
    expect(await setUp()).toMatchObject({ status: 422, body: { code: 'policy_violation' } });
    expect(await actionsOf(account.id)).toEqual(['mfa_enable']);
  });

  it('needs a session, and the password once the log-in is a while ago', async () => {
    const account = await register();
    const token = await api.createToken(account.id);
    const old = await api.createSession(account.id, 3_600);
    const setUp = (credential: string, body?: object) =>
      api.call('POST', '/v1/auth/mfa/setup', { token: credential, body });

    expect(await setUp(token)).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect(await setUp(old)).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect(await setUp(old, { password: 'a wrong password' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await setUp(old, { password })).status).toBe(200);
    expect((await api.call('POST', '/v1/auth/mfa/setup')).status).toBe(401);
  });

  it('keeps no secret in clear', async () => {
    const { id, secret, recoveryCodes } = await secure();
    const row = await api.pool.one(sql.type(AnyRow)`
      select authenticators.sealed_secret, (select string_agg(encode(code_hash, 'escape'), ' ') from recovery_codes
        where recovery_codes.user_id = authenticators.user_id) as hashes
      from authenticators where authenticators.user_id = ${id}`);

    expect(String(row.sealedSecret)).not.toContain(secret);
    for (const code of recoveryCodes) expect(row.hashes).not.toContain(code.replace('-', ''));
  });
});

describe('logging in with a second factor', () => {
  it('takes the password, then a code, and each code once', async () => {
    const { username, secret } = await secure();
    const pending = await logIn(username);
    const code = codeOf(secret);

    expect(pending.body).toEqual({
      mfa_required: true,
      mfa_token: expect.any(String),
      expires_in: 300,
    });
    const done = await answer(pending.body['mfa_token'], code);
    expect(done).toMatchObject({ status: 200, body: { expires_in: 3600, session_id: expect.any(String) } });
    expect((await me(done.body['token'])).body['username']).toBe(username);

    const again = await logIn(username);
    expect(await answer(again.body['mfa_token'], code)).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await answer(pending.body['mfa_token'], codeOf(secret, 1))).status).toBe(401);
    expect((await answer(again.body['mfa_token'], codeOf(secret, 1))).status).toBe(200);
  });

  it('is won by one of many requests with the same code', async () => {
    const { username, secret } = await secure();
    const tokens = await Promise.all(Array.from({ length: 4 }, () => logIn(username)));
    const code = codeOf(secret);

    const answers = await Promise.all(tokens.map(({ body }) => answer(body['mfa_token'], code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is over after five wrong codes', async () => {
    const { username, secret } = await secure();
    const { body } = await logIn(username);
    const guesses = await Promise.all(
      Array.from({ length: 7 }, () => answer(body['mfa_token'], 'aaaa-aaaa')),
    );

    expect(guesses.filter((guess) => guess.body['code'] === 'invalid_credentials')).toHaveLength(5);
    expect(await answer(body['mfa_token'], codeOf(secret))).toMatchObject({
      status: 401,
      body: { code: 'token_expired' },
    });
  });

  it('gives nothing for the first half alone', async () => {
    const { username } = await secure();
    const { body } = await logIn(username);
    const token = body['mfa_token'];

    for (const [method, path] of [
      ['GET', '/v1/users/me'],
      ['GET', '/v1/auth/sessions'],
      ['POST', '/v1/auth/refresh'],
      ['POST', '/v1/auth/mfa/setup'],
      ['POST', '/v1/tokens'],
      ['GET', '/v1/search?q=x'],
    ] as const) {
      expect([path, (await api.call(method, path, { token, body: {} })).status]).toEqual([path, 401]);
    }
    const session = await api.createSession((await register()).id);
    expect((await answer(session, '123456')).status).toBe(401);
    expect((await answer('nonsense', '123456')).status).toBe(401);
  });

  it('takes each recovery code once, and says how many are left', async () => {
    const { id, username, recoveryCodes } = await secure();
    const [code = ''] = recoveryCodes;

    const used = await answer((await logIn(username)).body['mfa_token'], code.toUpperCase());
    const again = await answer((await logIn(username)).body['mfa_token'], code);

    expect(used).toMatchObject({ status: 200, body: { recovery_codes_left: 7 } });
    expect(again.status).toBe(401);
    expect(await actionsOf(id)).toEqual(['mfa_enable', 'mfa_recovery_use']);
  });

  it('makes new recovery codes, and ends with a code', async () => {
    const { id, username, session, secret, recoveryCodes } = await secure();
    const call = (path: string, code: string) =>
      api.call('POST', `/v1/auth/mfa/${path}`, { token: session, body: { code } });

    expect((await call('recovery-codes', '000000x')).status).toBe(401);
    const renewed = await call('recovery-codes', codeOf(secret));
    const [fresh = ''] = renewed.body['recovery_codes'];
    expect((await answer((await logIn(username)).body['mfa_token'], recoveryCodes[1] ?? '')).status).toBe(
      401,
    );
    expect((await call('disable', 'wrong')).status).toBe(401);
    expect((await call('disable', fresh)).body).toEqual({ mfa_enabled: false });

    expect((await logIn(username)).body['token']).toEqual(expect.any(String));
    expect((await me(session)).body['mfa_enabled']).toBe(false);
    expect(await actionsOf(id)).toEqual([
      'mfa_enable',
      'mfa_recovery_regenerate',
      'mfa_recovery_use',
      'mfa_disable',
    ]);
  });
});
