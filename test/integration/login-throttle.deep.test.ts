import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freeFailures } from '../../services/identity/login-throttle.ts';
import { actionLimits } from '../../services/limits/actions.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { npmRequests, userPath } from '../support/npm.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('where limits are on', () => {
  let platform: CombinedPlatform;
  let alice: { username: string; password: string; token: string };
  let addresses = 0;

  beforeAll(async () => {
    platform = await startCombinedPlatform({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
    alice = await platform.createUser();
  });
  afterAll(() => platform?.stop());

  /** Sends a request from an address that no other request used. */
  function ask(method: string, path: string, body: object | URLSearchParams, headers: object = {}) {
    addresses += 1;
    const isForm = body instanceof URLSearchParams;
    return fetch(`${platform.url}${path}`, {
      method,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}`,
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  async function waysIn(name: string, password: string): Promise<(() => Promise<Response>)[]> {
    const { body } = await npmRequests(`${platform.url}/npm`).ask('POST', '/-/v1/login', { body: {} });
    const page = new URL(String(body['loginUrl'])).pathname;
    const basic = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    const device = await ask('POST', '/v1/auth/device', {});
    const { user_code } = (await device.json()) as { user_code: string };
    const form = { user_code, decision: 'approve', username: name, password };
    return [
      () => ask('POST', '/login/device', new URLSearchParams(form)),
      () => ask('POST', '/v1/auth/login', { username_or_email: name, password }),
      () => ask('PUT', `/npm${userPath(name)}`, { name, password }),
      () => ask('POST', page, new URLSearchParams({ username: name, password })),
      () => ask('GET', '/oci/token?service=x', {}, { authorization: basic }),
      () =>
        ask('POST', '/oci/token', new URLSearchParams({ grant_type: 'password', username: name, password })),
    ];
  }

  test.each(['a user', 'an unknown name'])(
    'every way in slows down guesses of the password of %s, from wherever they come',
    async (who) => {
      const ways = await waysIn(who === 'a user' ? alice.username : `no-${alice.username}`, 'not the one');
      const statuses = [];
      for (let round = 0; round < Math.floor(freeFailures / ways.length); round += 1) {
        for (const way of ways) statuses.push((await way()).status);
      }
      // makes the wait longer than this test takes
      for (let more = 0; more < 4; more += 1) for (const way of ways) await way();

      const refused = [];
      for (const way of ways) refused.push(await way());

      expect(new Set(statuses)).toEqual(new Set([401]));
      for (const response of refused) {
        expect([response.url, response.status]).toEqual([response.url, 429]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    },
  );

  test('the owner goes on, with what they have and from where they logged in', async () => {
    const url = `${platform.url}/v1/users/me`;
    const me = await fetch(url, { headers: { authorization: `Bearer ${alice.token}` } });
    const again = await fetch(`${platform.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username_or_email: alice.username, password: alice.password }),
    });

    expect([me.status, again.status]).toEqual([200, 200]);
  });

  test('an address tries few codes of waiting clients, and the right one is no way around', async () => {
    const headers = { 'x-forwarded-for': '2001:db8:77::1' };
    const sister = { 'x-forwarded-for': '2001:db8:77::2' };
    const device = await ask('POST', '/v1/auth/device', {});
    const { user_code } = (await device.json()) as { user_code: string };
    const look = (code: string, from: object) => ask('GET', `/login/device?user_code=${code}`, {}, from);
    const [{ count }] = actionLimits.look_up_code;

    const tries = [];
    for (let index = 0; index < count; index += 1) tries.push((await look('BCDF-GHJK', headers)).status);
    const refused = [await look(user_code, headers), await look(user_code, sister)];
    const form = new URLSearchParams({ user_code, decision: 'deny' });
    const denied = await ask('POST', '/login/device', form, headers);

    expect(new Set(tries)).toEqual(new Set([404]));
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(denied.status).toBe(429);
    expect((await look(user_code, {})).status).toBe(200);
  });

  test('clients that wait ask more often than people log in', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.200' };
    const statuses = [];
    for (let index = 0; index <= 120; index += 1) {
      const answer = await ask('POST', '/v1/auth/device/token', { device_code: 'x' }, headers);
      statuses.push(answer.status);
    }
    const guess = { username_or_email: 'unknown-user', password: 'not the one' };
    const login = await ask('POST', '/v1/auth/login', guess, headers);

    expect(statuses.indexOf(429)).toBe(120);
    expect(login.status).toBe(401);
  });

  test('a person brings so many new names at once; versions of what is there are no new names', async () => {
    const [{ count }] = actionLimits.create_name;
    const first = await makeCrate();
    const answers = [await publishCrate(platform, first, alice.token)];
    for (let index = 1; index <= count; index += 1) {
      answers.push(await publishCrate(platform, await makeCrate(), alice.token));
    }

    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: count }, () => 200), 429]);
    expect(answers.at(-1)?.text).toContain('too many new names');
    const next = await makeCrate({ name: first.name, version: '1.1.0' });
    expect(await publishCrate(platform, next, alice.token)).toMatchObject({ status: 200 });
    const crate = await makeCrate({ name: uniqueName() });
    expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });
  });
});
