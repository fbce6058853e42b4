import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';

let platform: Platform;
let user: TestUser;
let secret: string;
/** The period of the next code: each code works once. */
let periods = -1;

beforeAll(async () => {
  platform = await startPlatform();
  user = await platform.createUser();
  const post = (path: string, body: object) =>
    fetch(`${platform.url}/v1/auth/mfa/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.session}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  ({ secret } = (await (await post('setup', {})).json()) as { secret: string });
  expect((await post('verify-setup', { code: nextCode() })).status).toBe(200);
});
afterAll(() => platform?.stop());

function nextCode(): string {
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + periods * 30 });
  periods += 1;
  return code;
}

const npmLogin = (headers: Record<string, string> = {}) =>
  fetch(`${platform.url}/npm/-/user/org.couchdb.user:${user.username}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: user.username, password: user.password }),
  });
const gemKey = (headers: Record<string, string> = {}) =>
  fetch(`${platform.url}/rubygems/api/v1/api_key`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`,
      ...headers,
    },
  });

it('a client that logs in with the password is asked for a code in its own words', async () => {
  const npm = await npmLogin();
  const gem = await gemKey();
  const image = await fetch(`${platform.url}/v2/`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`,
    },
  });

  expect([npm.status, npm.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
  expect(gem.status).toBe(401);
  expect(await gem.text()).toMatch(/^You have enabled multifactor authentication/);
  expect(image.status).toBe(401);
});

it('and gets a token with one, once', async () => {
  const code = nextCode();

  const npm = await npmLogin({ 'npm-otp': code });
  const again = await gemKey({ otp: code });
  const gem = await gemKey({ otp: nextCode() });

  expect(npm.status).toBe(201);
  expect(((await npm.json()) as { token: string }).token).toMatch(/^pub_/);
  expect(again.status).toBe(401);
  expect(gem.status).toBe(200);
  expect(await gem.text()).toMatch(/^pub_/);
});
