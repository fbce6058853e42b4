import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { AnyRow, type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let root: Person;
beforeAll(async () => {
  api = await startManagement();
  root = await api.createPerson('root', true);
});
afterAll(() => api?.stop());

const recently = () => api.createSession(root.id);
/** A session from before the limit of a recent log-in. */
const longAgo = () => api.createSession(root.id, 7_200);

it('the data of a person is a document with a list for each section, and the export is on record', async () => {
  const alice = await api.createPerson('alice');

  const { status, headers, body } = await api.call('GET', `/v1/admin/users/${alice.id}/data`, {
    token: await recently(),
  });

  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="alice.json"']);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(body['account']).toMatchObject([{ username: 'alice' }]);
  expect(Object.keys(body)).toContain('audit_log');
  expect(JSON.stringify(body)).not.toContain('password');
  const log = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_user_id = ${alice.id} and actor_user_id = ${root.id}`);
  expect(log).toEqual([{ action: 'export_create' }]);
});

it('a reader of the data who goes away keeps no connection to the database', async () => {
  const bob = await api.createPerson('bob');
  await api.pool.query(sql.unsafe`
    insert into audit_log (id, action, target_user_id, metadata)
    select gen_random_uuid(), 'user_update', ${bob.id}, jsonb_build_object('changed', repeat('x', 1000))
    from generate_series(1, 20000)`);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/v1/admin/users/${bob.id}/data`, {
    headers: { authorization: `Bearer ${root.token}` },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'data');

  response.destroy();

  await eventually(async () => expect(api.pool.state().acquiredConnections).toBe(0));
});

it('erasing takes the name once more, and leaves the name alone', async () => {
  const carol = await api.createPerson('carol');
  const erase = async (name: string) =>
    api.call('POST', `/v1/admin/users/${carol.id}/erase`, {
      token: await recently(),
      body: { confirmed_username: name },
    });

  expect((await erase('Carol')).status).toBe(422);
  expect((await erase('carol')).status).toBe(200);

  expect((await api.call('GET', '/v1/users/me', { token: carol.token })).status).toBe(401);
  const { body } = await api.call('GET', '/v1/admin/users?query=carol', { token: root.token });
  expect(body['users']).toMatchObject([{ username: 'carol', is_active: false, display_name: null }]);

  for (const change of [{ is_active: true }, { is_admin: true }]) {
    const risen = await api.call('PATCH', `/v1/admin/users/${carol.id}`, {
      token: await recently(),
      body: change,
    });
    expect([risen.status, risen.body['code']]).toEqual([409, 'invalid_state']);
  }
});

it('what gives rights or takes data needs a recent log-in of a session; a lock does not', async () => {
  const dora = await api.createPerson('dora');
  const path = `/v1/admin/users/${dora.id}`;
  const old = { token: await longAgo() };
  const change = (body: object) => api.call('PATCH', path, { ...old, body });

  const refused = [
    await change({ is_admin: true }),
    await change({ reset_mfa: true }),
    await api.call('GET', `${path}/data`, old),
    await api.call('POST', `${path}/erase`, { ...old, body: { confirmed_username: 'dora' } }),
  ];

  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(
    refused.map(() => [401, 'login_required']),
  );
  expect((await change({ is_active: false })).status).toBe(200);
  expect((await change({ is_active: true })).status).toBe(200);
  // a token needs no recent log-in, because its scope was granted explicitly
  expect((await api.call('PATCH', path, { token: root.token, body: { reset_mfa: true } })).status).toBe(200);
});

it('other people have no access to any of it', async () => {
  const eve = await api.createPerson('eve');
  for (const [method, path] of [
    ['GET', `/v1/admin/users/${root.id}/data`],
    ['POST', `/v1/admin/users/${root.id}/erase`],
    ['GET', '/v1/admin/health'],
  ] as const) {
    const body = method === 'POST' ? { confirmed_username: 'root' } : undefined;
    expect((await api.call(method, path, { token: eve.token, body })).status, path).toBe(403);
    expect((await api.call(method, path, { body })).status, path).toBe(401);
  }
});
