import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loginToken } from '../../domain/token.ts';
import { readUserCode } from '../../domain/user-code.ts';
import { createBrowserLogins } from '../../services/identity/browser-login.ts';
import { revokeAllTokens } from '../../store/postgres/identity/tokens.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, startManagement } from '../support/management.ts';

let api: Management;
let logins: ReturnType<typeof createBrowserLogins>;
let alice: string;
let mallory: string;
beforeAll(async () => {
  api = await startManagement();
  logins = createBrowserLogins({ pool: api.pool, secrets: ['secret'] });
  alice = (await api.createPerson()).id;
  mallory = (await api.createPerson()).id;
});
afterAll(() => api?.stop());

const client = { hostname: 'laptop', address: '192.0.2.1', confirms: null };
const { scopes } = loginToken;
const shownClient = { hostname: 'laptop', address: '192.0.2.1', isConfirmation: false, scopes };
const device = { hostname: 'laptop', address: '192.0.2.1', scopes: ['packages:write'] as const };
const origin = { ipAddress: '192.0.2.2', userAgent: 'browser' };
const approvalOf = (userId: string) => ({ userId, origin });
const lost = { code: 'not_found' };

const passTime = async (seconds: number) => {
  const past = sql.fragment`make_interval(secs => ${seconds})`;
  await api.pool.query(sql.unsafe`update login_requests
    set expires_at = expires_at - ${past}, last_asked_at = last_asked_at - ${past}`);
  await api.pool.query(sql.unsafe`update login_confirmations set expires_at = expires_at - ${past}`);
};

test('a log-in waits until a person approves it, and is taken once', async () => {
  const { id, pageId } = await logins.start(client);

  const before = await logins.take(id);
  const shown = await logins.find(pageId);
  await logins.approve(pageId, approvalOf(alice));
  const taken = await logins.take(id);

  expect(before).toBeNull();
  expect(shown).toEqual(shownClient);
  expect(taken).toEqual({ ...approvalOf(alice), hostname: 'laptop', isConfirmation: false, scopes });
  await expect(logins.take(id)).rejects.toMatchObject(lost);
});

test('of many who ask at once one gets the answer', async () => {
  const { id, pageId } = await logins.start(client);
  await logins.approve(pageId, approvalOf(alice));

  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => logins.take(id)));

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the address of the page is not enough to take it', async () => {
  const [mine, other] = [await logins.start(client), await logins.start(client)];
  await logins.approve(mine.pageId, approvalOf(alice));

  for (const id of [mine.pageId, mine.pageId + other.id.slice(40), '', '../x']) {
    await expect(logins.take(id)).rejects.toMatchObject(lost);
  }
});

test('is approved once, and not after it was taken', async () => {
  const { id, pageId } = await logins.start(client);
  await logins.approve(pageId, approvalOf(alice));

  await expect(logins.approve(pageId, approvalOf(mallory))).rejects.toMatchObject(lost);
  expect(await logins.find(pageId)).toBeNull();
  expect(await logins.take(id)).toMatchObject({ userId: alice });
  await expect(logins.approve(pageId, approvalOf(alice))).rejects.toMatchObject(lost);
});

test('after ten minutes it is gone', async () => {
  const { id, pageId } = await logins.start(client);

  await passTime(601);

  expect(await logins.find(pageId)).toBeNull();
  await expect(logins.take(id)).rejects.toMatchObject(lost);
  await expect(logins.approve(pageId, approvalOf(alice))).rejects.toMatchObject(lost);
});

test('what is stored does not say how to take it, or what to type', async () => {
  const [npm, other] = [await logins.start(client), await logins.startWithCode(device)];
  const code = await logins.issueCode(alice, 600);

  const rows = await api.pool.any(sql.type(z.object({ row: z.string() }))`
    select login_requests::text as row from login_requests
    union all select login_confirmations::text from login_confirmations`);

  const stored = rows.map(({ row }) => row).join(' ');
  for (const secret of [npm.id, npm.pageId, other.id, other.pageId, code])
    expect(stored).not.toContain(secret);
});

test('a code of eight letters finds the client, however it is typed', async () => {
  const { pageId } = await logins.startWithCode(device);

  expect(readUserCode(pageId)).toBe(pageId);
  const typed = `${pageId.slice(0, 4).toLowerCase()} - ${pageId.slice(4)}`;
  expect(await logins.find(typed)).toEqual({ ...shownClient, scopes: ['packages:write'] });
  expect(await logins.find('BCDFGHJA')).toBeNull();
});

test('who asks too early waits longer from then on, and hears of a no', async () => {
  const { id, pageId } = await logins.startWithCode(device);
  const asking = () => logins.takeWithCode(id);

  await expect(asking()).rejects.toMatchObject({
    code: 'authorization_pending',
    meta: { retryAfterSeconds: 5 },
  });
  await expect(asking()).rejects.toMatchObject({ code: 'slow_down', meta: { retryAfterSeconds: 10 } });
  await expect(asking()).rejects.toMatchObject({ code: 'slow_down', meta: { retryAfterSeconds: 15 } });
  await passTime(16);
  await expect(asking()).rejects.toMatchObject({ code: 'authorization_pending' });
  await logins.deny(pageId);
  await passTime(16);
  await expect(asking()).rejects.toMatchObject({ code: 'access_denied' });
  await expect(logins.approve(pageId, approvalOf(alice))).rejects.toMatchObject(lost);
});

test('a yes is taken once, and not after ten minutes', async () => {
  const [soon, late] = [await logins.startWithCode(device), await logins.startWithCode(device)];
  for (const { pageId } of [soon, late]) await logins.approve(pageId, approvalOf(alice));

  expect(await logins.takeWithCode(soon.id)).toMatchObject({ userId: alice, scopes: ['packages:write'] });
  await expect(logins.takeWithCode(soon.id)).rejects.toMatchObject({ code: 'expired_token' });
  await passTime(601);
  await expect(logins.takeWithCode(late.id)).rejects.toMatchObject({ code: 'expired_token' });
  const body = { device_code: late.id };
  expect(await api.call('POST', '/v1/auth/device/token', { body })).toMatchObject({
    status: 400,
    body: { code: 'expired_token' },
  });
});

test('what ends all tokens of a person ends what they said yes to', async () => {
  const { id, pageId } = await logins.startWithCode(device);
  await logins.approve(pageId, approvalOf(alice));

  await api.pool.transaction((tx) => revokeAllTokens(tx, alice));

  await expect(logins.takeWithCode(id)).rejects.toMatchObject({ code: 'expired_token' });
});

test('a change is confirmed only by the person whose token asked for it', async () => {
  const { id, pageId } = await logins.start({ ...client, confirms: alice });

  await expect(logins.approve(pageId, approvalOf(mallory))).rejects.toMatchObject({
    code: 'forbidden',
  });
  await logins.approve(pageId, approvalOf(alice));

  expect(await logins.take(id)).toMatchObject({ userId: alice, isConfirmation: true });
});

test('the code of a confirmation is good for its person, for five minutes', async () => {
  const code = await logins.issueCode(alice, 600);

  expect(code).toMatch(/^[0-9a-f]{64}$/);
  expect(await logins.isConfirmed(alice, code)).toBe(true);
  expect(await logins.isConfirmed(mallory, code)).toBe(false);
  expect(await logins.isConfirmed(alice, code.replace(/^./, 'x'))).toBe(false);
  await passTime(301);
  expect(await logins.isConfirmed(alice, code)).toBe(false);
});
