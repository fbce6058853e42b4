import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('count a known token on its own, an unknown one against its address', async () => {
    const remaining = async (token?: string) =>
      Number(
        (await api.call('GET', '/v1/stats', { token, headers: from('192.0.2.1') })).headers[
          'x-ratelimit-remaining'
        ],
      );

    const anonymous = await remaining();
    await remaining(alice.token);
    const known = await remaining(alice.token);
    await api.call('GET', '/v1/stats', { token: `pub_${'0'.repeat(64)}`, headers: from('192.0.2.1') });

    expect(anonymous).toBe(299);
    expect(known).toBe(299);
    expect(await remaining()).toBe(296);
  });

  it('leave probes alone', async () => {
    expect((await api.call('GET', '/health')).headers).not.toHaveProperty('x-ratelimit-limit');
  });
});
