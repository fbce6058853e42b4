import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let root: Person;
let alice: Person;
beforeAll(async () => {
  api = await startManagement();
  root = await api.createPerson('root', true);
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

const list = (query: string, by = root) => api.call('GET', `/v1/admin/users?${query}`, { token: by.token });
const change = (id: string, body: object, by = root) =>
  api.call('PATCH', `/v1/admin/users/${id}`, { token: by.token, body });

it('administrators find accounts and change what they may do', async () => {
  expect((await list('query=AL')).body['users']).toMatchObject([{ username: 'alice', is_active: true }]);
  expect((await list('is_admin=true')).body['users']).toMatchObject([{ username: 'root' }]);

  expect(await change(alice.id, { is_active: false })).toMatchObject({ body: { is_active: false } });
  expect((await api.call('GET', '/v1/users/me', { token: alice.token })).status).toBe(401);
  expect(await change(alice.id, { is_active: true, is_admin: true })).toMatchObject({
    body: { is_active: true, is_admin: true },
  });
  // the earlier credentials stay revoked
  expect((await list('', alice)).status).toBe(401);
  alice = { ...alice, token: await api.createToken(alice.id) };
  expect((await list('', alice)).status).toBe(200);
  await change(alice.id, { is_admin: false });

  const log = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_user_id = ${alice.id} and actor_user_id = ${root.id} order by occurred_at, id`);
  expect(log.map(({ action }) => action)).toEqual([
    'user_deactivate',
    'user_activate',
    'user_update',
    'user_update',
  ]);
});

it('what a locked account had is worth nothing after it is unlocked', async () => {
  const carol = await api.createPerson('carol');
  const made = await api.call('POST', '/v1/tokens', {
    token: carol.token,
    body: { name: 'ci', scopes: ['packages:write'] },
  });
  const credentials = [carol.token, String(made.body['token'])];
  const statuses = async () =>
    Promise.all(credentials.map(async (token) => (await api.call('GET', '/v1/users/me', { token })).status));
  expect(await statuses()).toEqual([200, 200]);

  await change(carol.id, { is_active: false });
  expect(await statuses()).toEqual([401, 401]);
  await change(carol.id, { is_active: true });

  expect(await statuses()).toEqual([401, 401]);
});

it('no other user does, and one administrator always can', async () => {
  expect((await list('', alice)).status).toBe(403);
  expect((await change(root.id, { is_active: false }, alice)).status).toBe(403);
  expect((await api.call('GET', '/v1/admin/users')).status).toBe(401);
  const weak = await api.createToken(root.id, ['packages:write']);
  expect((await api.call('GET', '/v1/admin/users', { token: weak })).body['code']).toBe('insufficient_scope');
  expect(await change(root.id, { is_admin: false })).toMatchObject({
    status: 409,
    body: { code: 'invalid_state' },
  });
  expect((await change('nonsense', { is_admin: false })).status).toBe(404);

  // of two administrators that lock each other at the same time, one stays
  await change(alice.id, { is_admin: true });
  const answers = await Promise.all([
    change(alice.id, { is_active: false }),
    change(root.id, { is_active: false }, alice),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
