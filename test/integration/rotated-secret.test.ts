import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../domain/actor.ts';
import { createAuthenticator } from '../../services/identity/authenticate.ts';
import { createBrowserLogins } from '../../services/identity/browser-login.ts';
import { createPageSessions } from '../../services/identity/page-session.ts';
import { createProtocolTokens } from '../../services/identity/protocol-tokens.ts';
import { createGames } from '../../services/games/games.ts';
import type { Makers } from '../../services/makers/makers.ts';
import { sealAnew } from '../../services/identity/seal-anew.ts';
import { checkCode } from '../../services/identity/second-factor/check.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, startManagement } from '../support/management.ts';

const fresh = randomBytes(32).toString('hex');
const origin = { ipAddress: null, userAgent: null };

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

/** The same database as a process with other secrets sees it. */
function processWith(secrets: { jwtSecret: string; acceptedJwtSecret?: string }, publicUrl?: string) {
  const { config, pool, throttle } = api.platform;
  const changed = {
    ...config,
    secrets: { ...config.secrets, webhookKey: fresh, ...secrets },
    http: { ...config.http, ...(publicUrl !== undefined && { publicUrl }) },
  };
  const authenticator = createAuthenticator({ pool, config: changed });
  const browserLogins = createBrowserLogins({ pool, secrets: jwtSecretsOf(changed.secrets) });
  return { pool, throttle, config: changed, authenticator, browserLogins };
}

async function createPersonWithSession() {
  const { id } = await api.createPerson();
  const session = await api.createSession(id);
  const [row] = await api.pool.any(sql.type(AnyRow)`select id from sessions where user_id = ${id}`);
  return { id, session, sessionId: String(row?.['id']) };
}

test('two keys overlap: sessions, cookies, tokens of protocols and codes of devices go on in both directions', async () => {
  const old = api.platform.config.secrets.jwtSecret;
  const { id, session, sessionId } = await createPersonWithSession();
  const signing = processWith({ jwtSecret: fresh, acceptedJwtSecret: old });
  // a replica that accepts the new key and still signs with the old one
  const waiting = processWith({ jwtSecret: old, acceptedJwtSecret: fresh });
  const alone = processWith({ jwtSecret: fresh });
  const cookie = await createPageSessions(signing).sign({ sessionId, userId: id });
  const token = await createProtocolTokens(waiting).issue('oci', anonymous, {}, 60);
  const { pageId } = await waiting.browserLogins.startWithCode({ hostname: 'h', address: '::1', scopes: [] });

  expect(await signing.authenticator.authenticate(session)).toMatchObject({ userId: id });
  expect(await createPageSessions(waiting).resume(cookie)).toMatchObject({ actor: { userId: id } });
  expect(await createProtocolTokens(signing).open('oci', token)).toMatchObject({ actor: anonymous });
  expect(await signing.browserLogins.find(pageId)).toMatchObject({ hostname: 'h' });
  await expect(alone.authenticator.authenticate(session)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

test('no second factor is lost: what the former key sealed is opened, and sealed anew', async () => {
  const old = api.platform.config.secrets.jwtSecret;
  const { id, session } = await createPersonWithSession();
  const { body } = await api.call('POST', '/v1/auth/mfa/setup', { token: session, body: {} });
  const secret = String(body['secret']);
  const codeIn = (steps: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });
  const check = (platform: Parameters<typeof checkCode>[0], steps: number) =>
    checkCode(platform, { userId: id, code: codeIn(steps), isNew: true }, origin);
  const both = processWith({ jwtSecret: fresh, acceptedJwtSecret: old });
  const alone = processWith({ jwtSecret: fresh });

  await check(both, -1);
  await expect(check(alone, 0)).rejects.toThrow('unable to authenticate');

  expect(await sealAnew(both)).toEqual({ renewed: 1, unreadable: 0 });
  await check(alone, 0);
  expect(await sealAnew(both)).toEqual({ renewed: 0, unreadable: 0 });
});

test('a repeated request gets the seats of its game, whichever key made them', async () => {
  const old = api.platform.config.secrets.jwtSecret;
  const { body } = await api.call('POST', '/api/games', { body: { seats: true } });
  const platform = processWith({ jwtSecret: fresh, acceptedJwtSecret: old });
  const { limitCreation, makers } = { limitCreation: async () => {}, makers: {} as Makers };
  const games = createGames({ ...platform, limitCreation, makers });

  expect(await games.seatTokens(String(body['game_id']))).toEqual({
    white: body['white_token'],
    black: body['black_token'],
  });
});

test('a changed public address logs out none, and neither does one from before names of installations', async () => {
  const { jwtSecret } = api.platform.config.secrets;
  const { id, session } = await createPersonWithSession();
  const moved = processWith({ jwtSecret }, 'https://packages.example.org');
  const other = { ...moved.config, auth: { ...moved.config.auth, issuer: 'another' } };
  const before = { ...moved.config, auth: { ...moved.config.auth, issuer: moved.config.http.publicUrl } };

  expect(await moved.authenticator.authenticate(session)).toMatchObject({ userId: id });
  const { sessions } = createAuthenticator({ pool: api.pool, config: before });
  const [row] = await api.pool.any(sql.type(AnyRow)`select id from sessions where user_id = ${id}`);
  const signedBefore = await sessions.sign({
    id: String(row?.['id']),
    userId: id,
    scopes: [],
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await moved.authenticator.authenticate(signedBefore)).toMatchObject({ userId: id });
  await expect(
    createAuthenticator({ pool: api.pool, config: other }).authenticate(session),
  ).rejects.toMatchObject({ code: 'invalid_credentials' });
});
