import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
});
afterAll(() => api.stop());

const list = async (token: string) =>
  (await api.call('GET', '/v1/auth/sessions', { token })).body['sessions'] as {
    id: string;
    current: boolean;
  }[];

it('lists live sessions, and ends one of them at once', async () => {
  const [here, there] = [await api.createSession(alice.id), await api.createSession(alice.id)];
  const sessions = await list(here);
  const other = sessions.find(({ current }) => !current);

  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  expect(Object.keys(sessions[0] ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'created_at',
    'current',
    'id',
    'ip_address',
    'last_used_at',
    'user_agent',
  ]);
  const ended = await api.call('DELETE', `/v1/auth/sessions/${other?.id}`, { token: here });

  expect(ended.status).toBe(204);
  expect((await api.call('GET', '/v1/users/me', { token: there })).status).toBe(401);
  expect((await list(here)).map(({ id }) => id)).not.toContain(other?.id);
});

it('knows no sessions of others, none twice, and none without a session', async () => {
  const mine = await api.createSession(alice.id);
  const theirs = await api.createSession(bob.id);
  const [other] = await list(theirs);
  const end = (token: string, id = '') => api.call('DELETE', `/v1/auth/sessions/${id}`, { token });

  for (const id of [other?.id, '00000000-0000-7000-8000-000000000000', 'x']) {
    expect([id, (await end(mine, id)).status]).toEqual([id, 404]);
  }
  expect((await api.call('GET', '/v1/users/me', { token: theirs })).status).toBe(200);
  expect((await api.call('GET', '/v1/auth/sessions', { token: alice.token })).body['code']).toBe(
    'login_required',
  );
  expect((await api.call('GET', '/v1/auth/sessions')).status).toBe(401);
});

it('shows a person the events of the account, with addresses of their own requests only', async () => {
  const session = await api.createSession(alice.id);
  const made = await api.call('POST', '/v1/tokens', { token: session, body: { name: 'ci', scopes: [] } });
  await api.call('DELETE', `/v1/tokens/${String(made.body['id'])}`, { token: session });
  const failed = { username_or_email: 'alice', password: 'not the password' };
  await api.call('POST', '/v1/auth/login', { body: failed });
  const read = async (token: string) =>
    (await api.call('GET', '/v1/users/me/activity', { token })).body['activity'];

  const own = { performer: 'self', credential: 'session', ip_address: expect.any(String) as string };
  expect(await read(session)).toMatchObject([
    {
      action: 'user_login_failed',
      performer: 'unknown',
      credential: null,
      ip_address: null,
      user_agent: null,
    },
    { action: 'token_revoke', token_name: 'ci', ...own },
    { action: 'token_create', token_name: 'ci', ...own },
    { action: 'session_revoke', ...own },
  ]);
  expect(await read(await api.createSession(bob.id))).toEqual([]);
  const { body } = await api.call('GET', '/v1/users/me/activity', { token: alice.token });
  expect(body['code']).toBe('login_required');
});

it('is refreshed until its end, and not after', async () => {
  const first = await api.createSession(bob.id);
  const [session] = (await list(first)).filter(({ current }) => current);
  const refresh = (token: string) => api.call('POST', '/v1/auth/refresh', { token });

  const { status, body } = await refresh(first);

  expect([status, body['expires_in']]).toEqual([200, 3600]);
  expect((await list(body['token'])).find(({ current }) => current)?.id).toBe(session?.id);
  // the session began thirty days minus ten minutes ago
  await api.pool.query(sql.unsafe`
    update sessions set created_at = now() - interval '30 days' + interval '10 minutes' where id = ${session?.id ?? ''}`);
  const last = await refresh(body['token']);
  expect(last.body['expires_in']).toBeLessThanOrEqual(600);
  expect(last.body['expires_in']).toBeGreaterThan(590);

  await api.call('POST', '/v1/auth/logout', { token: last.body['token'] });
  expect((await refresh(first)).status).toBe(401);
  expect((await refresh(alice.token)).body['code']).toBe('login_required');
});
