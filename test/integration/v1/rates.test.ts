import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeFailures } from '../../../services/identity/login-throttle.ts';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement({ RATE_LIMITS: 'on' });
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (address: string) =>
  api.call('POST', '/v1/auth/login', {
    body: { username_or_email: 'x', password: 'y' },
    headers: from(address),
  });

describe('rate limits', () => {
  it('stop guessing after ten log-ins a minute from one network', async () => {
    const answers = [];
    for (let index = 0; index < 11; index += 1) answers.push(await logIn(`2001:db8:1:2::${index + 1}`));

    expect(answers.slice(0, 10).map((answer) => answer.status)).toEqual(
      Array.from({ length: 10 }, () => 401),
    );
    const refused = answers[10];
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.body['retry_after_seconds']).toBe(Number(refused?.headers['retry-after']));
    expect((await logIn('2001:db8:1:3::1')).status).toBe(401);
  });

  it('count each token by itself, an unknown one against its address', async () => {
    const remaining = async (token?: string) =>
      Number(
        (await api.call('GET', '/v1/stats', { token, headers: from('192.0.2.1') })).headers[
          'x-ratelimit-remaining'
        ],
      );

    const anonymous = await remaining();
    const second = await api.createToken(alice.id);
    // the first request of a credential counts as anonymous
    for (const token of [alice.token, second]) await remaining(token);
    const known = [await remaining(alice.token), await remaining(second), await remaining(alice.token)];
    await api.call('GET', '/v1/stats', { token: `pub_${'0'.repeat(64)}`, headers: from('192.0.2.1') });

    expect(anonymous).toBe(299);
    expect(known).toEqual([299, 299, 298]);
    expect(await remaining()).toBe(295);
  });

  it('let one session make twenty tokens in ten minutes, whatever else it may do', async () => {
    const bob = await api.createPerson('bob');
    const answers = [];
    for (let index = 0; index < 59; index += 1) {
      answers.push(
        await api.call('POST', '/v1/tokens', {
          token: bob.token,
          body: { name: `token ${index}`, scopes: ['packages:write'] },
        }),
      );
    }

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.at(-1);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(60);
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60' });
  });

  it('look at few of 200 passwords from 20 addresses, of names that exist and of others alike', async () => {
    const carol = await api.createPerson('carol');
    const guess = (name: string, index: number) =>
      api.call('POST', '/v1/auth/login', {
        body: { username_or_email: name, password: `guess ${index}` },
        // many addresses for each name, because an address has ten attempts a minute
        headers: from(`198.51.${name.length}.${index % 20}`),
      });
    const lookedAt = [];
    for (const name of [carol.username, 'unknown-user']) {
      const answers = [];
      for (let index = 0; index < 200; index += 1) answers.push(await guess(name, index));
      const codes = answers.map(({ status, body }) => `${status} ${body['code']}`);
      expect(new Set(codes)).toEqual(new Set(['401 invalid_credentials', '429 rate_limited']));
      lookedAt.push(codes.filter((code) => code.startsWith('401')).length);
    }

    for (const count of lookedAt) {
      expect(count).toBeGreaterThanOrEqual(freeFailures);
      // one attempt more for each wait that ends during the test; each wait is twice the one before
      expect(count).toBeLessThanOrEqual(freeFailures + 4);
    }
    expect((await api.call('GET', '/v1/users/me', { token: carol.token })).status).toBe(200);
  });

  it('leave probes alone', async () => {
    expect((await api.call('GET', '/health')).headers).not.toHaveProperty('x-ratelimit-limit');
  });
});
