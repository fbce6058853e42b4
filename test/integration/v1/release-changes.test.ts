import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let url: string;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
  ({ url } = await seedCrate(api, {
    repositoryId: alice.repositoryId,
    name: 'probe',
    releases: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '2.0.0', state: 'quarantine' }],
  }));
});
afterAll(() => api.stop());

const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object, by: Person | null = alice) =>
  api.call(method, `${url}${path}`, { token: by?.token, ...(body && { body }) });
const code = async (...request: Parameters<typeof send>) => {
  const { status, body } = await send(...request);
  return [status, body['code']];
};

describe('a deprecation', () => {
  it('is said, shown, and taken back once', async () => {
    const said = await send('PUT', '/releases/1.0.0/deprecate', { message: 'use 1.1' });

    expect(said).toMatchObject({
      status: 200,
      body: { is_deprecated: true, deprecation_message: 'use 1.1' },
    });
    expect(await send('PUT', '/releases/1.0.0/undeprecate')).toMatchObject({
      body: { is_deprecated: false },
    });
    expect(await code('PUT', '/releases/1.0.0/undeprecate')).toEqual([409, 'invalid_state']);
    expect(await code('PUT', '/releases/2.0.0/deprecate', { message: 'x' })).toEqual([409, 'invalid_state']);
    expect(await code('PUT', '/releases/1.0.0/deprecate', { message: 'x' }, bob)).toEqual([403, 'forbidden']);
    expect(await code('PUT', '/releases/9.0.0/deprecate', { message: 'x' })).toEqual([404, 'not_found']);
  });
});

describe('tags', () => {
  it('are set, listed page by page, and removed', async () => {
    for (const [tag, version] of [
      ['beta', '1.0.0'],
      ['stable', '1.1.0'],
    ]) {
      expect((await send('PUT', `/tags/${tag}`, { version })).body).toEqual({ tag, version });
    }

    const first = await send('GET', '/tags?per_page=1', undefined, null);
    expect(first.body).toMatchObject({ tags: { beta: { version: '1.0.0' } } });
    const rest = await send('GET', `/tags?cursor=${String(first.body['next_cursor'])}`);
    expect(Object.keys(rest.body['tags'])).toEqual(['stable']);
    expect((await send('DELETE', '/tags/beta')).status).toBe(204);
    expect(await code('DELETE', '/tags/beta')).toEqual([404, 'not_found']);
    expect(await code('PUT', '/tags/v1', { version: '1.0.0' })).toEqual([422, 'validation_failed']);
    expect(await code('PUT', '/tags/next', { version: '2.0.0' })).toEqual([409, 'invalid_state']);
    expect(await code('PUT', '/tags/next', { version: '1.0.0' }, bob)).toEqual([403, 'forbidden']);
    expect(await code('DELETE', '/tags/latest')).toEqual([409, 'invalid_state']);
  });
});

describe('a deletion', () => {
  it('is for administrators of the package, and says why in the log', async () => {
    // version 2.0.0 is still being checked
    expect(await code('DELETE', '/releases/2.0.0')).toEqual([409, 'invalid_state']);
    expect(await code('DELETE', '/releases/1.0.0', undefined, bob)).toEqual([403, 'forbidden']);
    expect((await send('DELETE', '/releases/1.0.0', { reason: 'a key was in it' })).status).toBe(204);

    expect(await code('GET', '/releases/1.0.0', undefined, null)).toEqual([404, 'not_found']);
    const [entry] = await api.pool.any(sql.type(AnyRow)`
      select metadata ->> 'reason' as reason from audit_log where action = 'release_delete'`);
    expect(entry).toEqual({ reason: 'a key was in it' });
  });
});

it('the audit log says what everything was called when it happened', async () => {
  const admin = await api.createPerson('boss', true);
  const { repositoryId, token, username } = await api.createPerson();
  const { id, url } = await seedCrate(api, {
    repositoryId,
    name: `named-${username}`,
    releases: [{ version: '1.0.0' }],
  });
  await api.call('PUT', `${url}/releases/1.0.0/yank`, { token });
  await api.pool.query(sql.unsafe`update packages set name = 'another' where id = ${id}`);

  const { body } = await api.call('GET', `/v1/audit?target_package_id=${id}`, { token: admin.token });

  expect(body['logs']).toMatchObject([
    {
      action: 'release_yank',
      actor_username: username,
      actor_token_name: 'test',
      target_package_ecosystem: 'cargo',
      target_package_name: `named-${username}`,
      target_version: '1.0.0',
      target_org_slug: null,
    },
  ]);
});
