import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devicePage } from '../support/device-login.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';

let platform: Platform;
let page: ReturnType<typeof devicePage>;
let alice: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  page = devicePage(platform.url);
  alice = await platform.createUser();
});
afterAll(() => platform?.stop());

async function call(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: answer };
}

async function start(wanted: object = {}) {
  const { status, body } = await call('POST', '/v1/auth/device', undefined, wanted);
  expect(status).toBe(200);
  return { device: String(body['device_code']), code: String(body['user_code']), body };
}
const poll = (device: string) => call('POST', '/v1/auth/device/token', undefined, { device_code: device });
const approve = (code: string, person: { username: string; password: string }, more: object = {}) =>
  page.submit({
    user_code: code,
    decision: 'approve',
    username: person.username,
    password: person.password,
    ...more,
  });

test('a client shows a code, a person sees what it wants and approves, and it gets the token once', async () => {
  const { device, code, body } = await start({ client_name: 'laptop <b>', scopes: ['packages:write'] });

  const shown = await page.show(code);
  const html = await shown.text();
  const approved = await approve(code.toLowerCase().replace('-', ' '), alice);
  const granted = await poll(device);
  const again = await poll(device);

  expect(body).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${platform.url}/login/device`,
    verification_uri_complete: `${platform.url}/login/device?user_code=${code}`,
    expires_in: 600,
    interval: 5,
  });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'self'.*form-action 'self'/);
  expect(shown.headers.get('cache-control')).toBe('private, no-store');
  for (const text of ['laptop &lt;b>', code, 'packages:write', '127.0.0.1']) expect(html).toContain(text);
  expect(html).not.toMatch(/<script(?![^>]* src="\/assets\/)|javascript:/);
  expect([approved.status, approved.headers.get('location')]).toEqual([303, '/login/device']);
  expect(await (await page.follow(approved)).text()).toContain('Approved.');
  expect(granted).toMatchObject({
    status: 200,
    body: { username: alice.username, scopes: ['packages:write'], token_type: 'Bearer' },
  });
  expect(granted.headers.get('cache-control')).toBe('no-store');
  const me = await call('GET', '/v1/users/me', String(granted.body['token']));
  expect(me.body['username']).toBe(alice.username);
  expect(again).toMatchObject({ status: 400, body: { code: 'expired_token' } });
  expect((await page.show(code)).status).toBe(404);
  expect((await approve(code, alice)).status).toBe(404);
});

test('until then it is told to wait, and to wait longer when it asks too often', async () => {
  const { device } = await start();

  const [first, second] = [await poll(device), await poll(device)];

  expect(first).toMatchObject({
    status: 400,
    body: { code: 'authorization_pending', retry_after_seconds: 5 },
  });
  expect(second).toMatchObject({ status: 400, body: { code: 'slow_down', retry_after_seconds: 10 } });
  expect(first.headers.get('content-type')).toContain('application/problem+json');
});

test('a person says no, without a password, and that is final', async () => {
  const { device, code } = await start();

  const denied = await page.submit({ user_code: code, decision: 'deny' });

  expect(denied.status).toBe(303);
  expect(await (await page.follow(denied)).text()).toContain('Denied.');
  expect((await approve(code, alice)).status).toBe(404);
  expect(await poll(device)).toMatchObject({ status: 400, body: { code: 'access_denied' } });
});

test('a wrong password decides nothing and shows the form again', async () => {
  const { device, code } = await start();

  const wrong = await approve(code, { username: `"><i>${alice.username}`, password: 'not this one' });
  const empty = await page.submit({ user_code: code, decision: 'approve' });

  const html = await wrong.text();
  expect([wrong.status, empty.status]).toEqual([401, 422]);
  expect(html).toContain('password is wrong');
  expect(html).toContain(`value="&quot;>&lt;i>${alice.username}"`);
  expect(html).not.toContain('not this one');
  expect(await poll(device)).toMatchObject({ body: { code: 'authorization_pending' } });
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['nowhere', { origin: 'null' }],
])('a form from %s is refused', async (_what, headers) => {
  const { device, code } = await start();
  const form = { user_code: code, username: alice.username, password: alice.password };

  const statuses = [];
  for (const decision of ['approve', 'deny'])
    statuses.push((await page.submit({ ...form, decision }, headers)).status);

  expect(statuses).toEqual([403, 403]);
  expect(await poll(device)).toMatchObject({ body: { code: 'authorization_pending' } });
});

test('an invalid or unknown code is not found; without one the page asks for it', async () => {
  for (const code of ['BCDF-GHJK', 'ABCD-EFGH', '', 'x'.repeat(400), '\0', 'a'.repeat(40)]) {
    expect([code, (await page.show(code)).status]).toEqual([code, 404]);
    expect((await approve(code, alice)).status).toBe(404);
  }
  const asks = await fetch(`${platform.url}/login/device`);
  expect([asks.status, await asks.text()]).toEqual([200, expect.stringContaining('name="user_code"')]);
  for (const device of ['x', 'a'.repeat(80), '%00']) {
    expect(await poll(device)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
  }
  const { code } = await start();
  // the page of `rookery login` does not exist for codes of other clients, so it counts no attempts
  expect((await fetch(`${platform.url}/login/cli/${code.replace('-', '')}`)).status).toBe(404);
});

test('scopes that a person has not are left out, and only those that exist can be asked for', async () => {
  const { device, code } = await start({ scopes: ['packages:write', 'admin:write'] });
  const admin = await start({ scopes: ['admin:write'] });
  await approve(code, alice);
  await approve(admin.code, alice);

  const unknown = await call('POST', '/v1/auth/device', undefined, { scopes: ['everything'] });
  const none = await call('POST', '/v1/auth/device', undefined, { scopes: [] });

  expect((await poll(device)).body['scopes']).toEqual(['packages:write']);
  expect(await poll(admin.device)).toMatchObject({ status: 400, body: { code: 'access_denied' } });
  expect([unknown.status, none.status]).toEqual([422, 422]);
});

test('an account with a second factor needs a code of it', async () => {
  const person = await platform.createUser();
  const setup = await call('POST', '/v1/auth/mfa/setup', person.session, {});
  const secret = String(setup.body['secret']);
  const codeAt = (periods: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + periods * 30 });
  await call('POST', '/v1/auth/mfa/verify-setup', person.session, { code: codeAt(-1) });
  const { device, code } = await start();

  const without = await approve(code, person);
  const wrong = await approve(code, person, { code: '000000' });
  const right = await approve(code, person, { code: codeAt(0) });

  expect([without.status, wrong.status, right.status]).toEqual([422, 422, 303]);
  expect(await without.text()).toContain('authenticator app');
  expect((await poll(device)).body['username']).toBe(person.username);
});

test('a person who is locked out can not approve, and what they have approved gives nothing', async () => {
  const person = await platform.createUser();
  const [before, after] = [await start(), await start()];
  await approve(before.code, person);
  const { body } = await call('GET', `/v1/admin/users?query=${person.username}`, platform.adminToken);
  const [{ id } = { id: '' }] = body['users'] as { id: string }[];
  await call('PATCH', `/v1/admin/users/${id}`, platform.adminToken, { is_active: false });

  const late = await approve(after.code, person);

  expect(late.status).toBe(401);
  expect(await poll(before.device)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
});

test('a new password ends what was approved and not taken yet', async () => {
  const person = await platform.createUser();
  const { device, code } = await start();
  await approve(code, person);

  const change = { current_password: person.password, new_password: 'another long passphrase' };
  const changed = await fetch(`${platform.url}/v1/auth/password`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });

  expect(changed.status).toBe(204);
  expect(await poll(device)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
});

test('a token ends itself, whatever it may do; a session is none', async () => {
  const { device, code } = await start({ scopes: ['packages:write'] });
  await approve(code, alice);
  const token = String((await poll(device)).body['token']);

  const revoked = await call('DELETE', '/v1/tokens/current', token);
  const again = await call('DELETE', '/v1/tokens/current', token);
  const session = await call('DELETE', '/v1/tokens/current', alice.session);
  const anonymous = await call('DELETE', '/v1/tokens/current');

  expect([revoked.status, again.body['code']]).toEqual([200, 'token_revoked']);
  expect([session.status, anonymous.status]).toEqual([404, 401]);
  expect((await call('GET', '/v1/users/me', alice.token)).status).toBe(200);
});
