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
  // a credential counts as its holder's once it was seen
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
