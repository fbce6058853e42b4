import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Management, startManagement } from '../support/management.ts';

let api: Management;
beforeEach(async () => {
  api = await startManagement({ RATE_LIMITS: 'on' });
});
afterEach(() => api?.stop());

const ask = (method: 'GET' | 'POST', url: string, token?: string, remoteAddress = '192.0.2.1') =>
  api.app.inject({
    method,
    url,
    remoteAddress,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  } satisfies InjectOptions);

async function exhaust(times: number, ...asked: Parameters<typeof ask>): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < times; count += 1) statuses.push((await ask(...asked)).statusCode);
  return statuses;
}

it.each([
  ['GET', '/v1/stats', 300],
  ['POST', '/v1/orgs', 60],
  ['POST', '/v1/auth/login', 10],
  ['POST', '/v1/auth/device/token', 120],
  ['GET', '/cargo/index/pr/ob/probe', 1_000],
] as const)('%s %s says its limit of %d, what is left and when it is back', async (method, url, limit) => {
  const { headers } = await ask(method, url);

  expect(headers['x-ratelimit-limit']).toBe(String(limit));
  expect(headers['x-ratelimit-remaining']).toBe(String(limit - 1));
  expect(headers['x-ratelimit-reset']).toMatch(/^\d+$/);
});

it('a token that is used up costs the other one of its person nothing; sessions are one', async () => {
  const { id, token } = await api.createPerson();
  const other = await api.createToken(id);
  const sessions = [await api.createSession(id), await api.createSession(id)];
  // after its first request a credential counts for its holder
  for (const each of [token, other, ...sessions]) await ask('GET', '/v1/users/me', each);

  const statuses = await exhaust(61, 'POST', '/v1/orgs', token);
  const refused = await ask('POST', '/v1/orgs', token);
  const beside = await ask('POST', '/v1/orgs', other);
  await exhaust(60, 'POST', '/v1/orgs', sessions[0]);

  expect(statuses.indexOf(429)).toBe(60);
  expect(refused.headers).toMatchObject({
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
  });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retry_after_seconds: expect.any(Number) });
  expect(beside.statusCode).not.toBe(429);
  expect((await ask('POST', '/v1/orgs', sessions[1])).statusCode).toBe(429);
});

it('IPv6 addresses of one /64 are one, and another network is another', async () => {
  await exhaust(10, 'POST', '/v1/auth/login', undefined, '2001:db8:1:2::1');

  const [neighbour, stranger] = [
    await ask('POST', '/v1/auth/login', undefined, '2001:db8:1:2:ffff::9'),
    await ask('POST', '/v1/auth/login', undefined, '2001:db8:1:3::1'),
  ];

  expect([neighbour.statusCode, stranger.statusCode]).toEqual([429, 422]);
});

it('who asks for what is not there is refused after 300 of them, long before the limit of reads', async () => {
  const statuses = await exhaust(302, 'GET', '/cargo/index/pr/ob/probe');

  const blocked = await ask('GET', '/cargo/index/pr/ob/probe');
  expect(statuses.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => 404));
  expect(blocked.statusCode).toBe(429);
  expect(blocked.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' });
});

it('the password that a form of a page asks for once more counts as a log-in', async () => {
  const [username, password] = ['renewing', 'a long enough password'];
  const payload = { username, email: 'renewing@example.com', password };
  await api.app.inject({ method: 'POST', url: '/v1/auth/register', remoteAddress: '192.0.2.9', payload });
  const browser = createBrowser('192.0.2.1');
  await browser.send('/login', { username_or_email: username, password });

  const statuses = [];
  for (let count = 0; count < 10; count += 1) {
    statuses.push(await browser.send('/account', { action: 'save', current_password: password }));
  }

  // the log-in used one of the ten
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 303), 429]);
});

/** Opens the page of a form before it sends the form, and keeps cookies. */
function createBrowser(remoteAddress: string) {
  const kept = new Map<string, string>();
  const open = async (options: InjectOptions) => {
    const cookies = Object.fromEntries(kept);
    const answer = await api.app.inject({ ...options, remoteAddress, cookies });
    for (const { name, value } of answer.cookies) kept.set(name, value);
    return answer;
  };
  return {
    async send(url: string, fields: Record<string, string>): Promise<number> {
      const { body } = await open({ method: 'GET', url });
      const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
      const payload = new URLSearchParams({ ...fields, csrf }).toString();
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      };
      const answer = await open({ method: 'POST', url, headers, payload });
      // a redirect to the log-in page would mean that the session is missing
      expect(answer.headers.location ?? url).not.toContain('/login');
      return answer.statusCode;
    },
  };
}
