import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, carol] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('carol'),
  ]);
  await api.call('POST', '/v1/orgs', { token: alice.token, body: { name: 'Acme', slug: 'acme' } });
  await api.call('POST', '/v1/orgs', { token: carol.token, body: { name: 'Rival', slug: 'rival' } });
  await send(alice, 'POST', '/v1/orgs/acme/members', { username: 'bob', role: 'billing_manager' });
  await send(alice, 'POST', '/v1/repositories', {
    name: 'Tools',
    slug: 'tools',
    kind: 'private',
    owner_org_slug: 'acme',
  });
});
afterAll(() => api.stop());

const send = (by: Person, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET', url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;

it('a team is made, named and taken away by administrators, and seen by members', async () => {
  const wanted = { name: 'Core', slug: 'core' };
  expect(await statusOf(bob, 'POST', '/v1/orgs/acme/teams', wanted)).toBe(403);
  expect(await send(alice, 'POST', '/v1/orgs/acme/teams', wanted)).toMatchObject({
    status: 201,
    body: wanted,
  });
  expect(await send(alice, 'POST', '/v1/orgs/acme/teams', wanted)).toMatchObject({
    status: 409,
    body: { code: 'slug_taken' },
  });
  expect(await send(alice, 'PATCH', '/v1/orgs/acme/teams/core', { description: 'All' })).toMatchObject({
    body: { name: 'Core', description: 'All' },
  });

  expect((await send(bob, 'GET', '/v1/orgs/acme/teams')).body).toMatchObject({
    total: 1,
    teams: [{ slug: 'core' }],
  });
  expect(await statusOf(carol, 'GET', '/v1/orgs/acme/teams')).toBe(404);
  expect(await statusOf(alice, 'DELETE', '/v1/orgs/rival/teams/core')).toBe(403);
  expect(await statusOf(alice, 'DELETE', '/v1/orgs/acme/teams/core')).toBe(200);
  expect(await statusOf(alice, 'DELETE', '/v1/orgs/acme/teams/core')).toBe(404);
});

it('what a team may do to a repository holds for its members at once, and ends at once', async () => {
  await send(alice, 'POST', '/v1/orgs/acme/teams', { name: 'Builders', slug: 'builders' });
  const members = '/v1/orgs/acme/teams/builders/members';
  const access = '/v1/orgs/acme/teams/builders/repository-access';
  const canPublish = async () =>
    (await send(bob, 'GET', '/v1/repositories/tools')).body['can_create_packages'] as boolean;
  expect(await canPublish()).toBe(false);

  expect(await statusOf(alice, 'POST', members, { username: 'carol' })).toBe(409);
  expect(await statusOf(alice, 'POST', members, { username: 'bob' })).toBe(201);
  expect(await statusOf(alice, 'POST', members, { username: 'bob' })).toBe(200);
  expect(await statusOf(alice, 'PUT', `${access}/tools`, { permissions: [] })).toBe(422);
  expect(await statusOf(bob, 'PUT', `${access}/tools`, { permissions: ['publish'] })).toBe(403);
  expect(await statusOf(alice, 'PUT', `${access}/tools`, { permissions: ['publish'] })).toBe(200);
  expect(await canPublish()).toBe(true);
  expect((await send(bob, 'GET', access)).body).toMatchObject({
    access: [{ name: 'tools', ecosystem: null, permissions: ['publish'] }],
  });
  expect(await statusOf(alice, 'DELETE', `${access}/tools`)).toBe(200);
  expect(await statusOf(alice, 'DELETE', `${access}/tools`)).toBe(404);
  expect(await canPublish()).toBe(false);

  await send(alice, 'PUT', `${access}/tools`, { permissions: ['publish'] });
  expect(await canPublish()).toBe(true);
  expect(await statusOf(alice, 'DELETE', `${members}/bob`)).toBe(200);
  expect(await canPublish()).toBe(false);
  await send(alice, 'POST', members, { username: 'bob' });
  expect(await canPublish()).toBe(true);
  await send(alice, 'DELETE', '/v1/orgs/acme/members/bob');
  expect(await statusOf(bob, 'GET', '/v1/repositories/tools')).toBe(404);
  await send(alice, 'POST', '/v1/orgs/acme/members', { username: 'bob', role: 'billing_manager' });
  expect(await canPublish()).toBe(false);
});

it('a team gets no access to the places of others', async () => {
  await send(carol, 'POST', '/v1/orgs/rival/teams', { name: 'Spies', slug: 'spies' });
  const team = '/v1/orgs/rival/teams/spies';
  const { body } = await send(alice, 'POST', '/v1/namespaces', { ecosystem: 'npm', namespace: 'acme-tools' });
  const permissions = { permissions: ['admin'] };

  expect(await statusOf(carol, 'PUT', `${team}/repository-access/tools`, permissions)).toBe(404);
  expect(await statusOf(carol, 'PUT', `${team}/namespace-access/${String(body['id'])}`, permissions)).toBe(
    404,
  );
  expect(await statusOf(carol, 'PUT', `${team}/package-access/cargo/nothing`, permissions)).toBe(404);
  expect(await statusOf(carol, 'PUT', `${team}/repository-access/tools`, { permissions: ['root'] })).toBe(
    422,
  );
  expect((await send(carol, 'GET', `${team}/repository-access`)).body).toMatchObject({
    access: [],
    next_cursor: null,
  });
});
