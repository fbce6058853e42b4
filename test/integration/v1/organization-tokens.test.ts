import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let [owner, admin, viewer, stranger]: Person[] = [];
beforeAll(async () => {
  api = await startManagement();
  [owner, admin, viewer, stranger] = await Promise.all(
    ['owner', 'admin', 'viewer', 'stranger'].map((name) => api.createPerson(`tok-${name}`)),
  );
  await api.call('POST', '/v1/orgs', { token: owner?.token, body: { name: 'Acme', slug: 'acme-tok' } });
  for (const [person, role] of [
    [admin, 'admin'],
    [viewer, 'viewer'],
  ] as const) {
    const body = { username: person?.username, role };
    await api.call('POST', '/v1/orgs/acme-tok/members', { token: owner?.token, body });
  }
  await api.call('POST', '/v1/repositories', {
    token: owner?.token,
    body: { name: 'Inside', slug: 'acme-inside', kind: 'private', owner_org_slug: 'acme-tok' },
  });
});
afterAll(() => api?.stop());

const create = (person: Person | undefined, more: object = {}) =>
  api.call('POST', '/v1/tokens', {
    token: person?.token,
    body: {
      name: 'deploys',
      kind: 'org_automation',
      org_slug: 'acme-tok',
      scopes: ['packages:write', 'tokens:read'],
      ...more,
    },
  });
const list = async (token: string | undefined) =>
  (await api.call('GET', '/v1/tokens', { token })).body['tokens'] as { id: string; kind: string }[];
const createPackage = (token: string, name: string, repository: string) =>
  api.call('POST', '/v1/packages', {
    token,
    body: { ecosystem: 'cargo', name, repository_slug: repository },
  });

it('belongs to the organization and stays when its maker is removed', async () => {
  const { status, body } = await create(admin);
  const token = String(body['token']);
  await api.call('DELETE', `/v1/orgs/acme-tok/members/${admin?.username}`, { token: owner?.token });

  const package_ = await createPackage(token, 'acme-automated', 'acme-inside');
  const me = await api.call('GET', '/v1/users/me', { token });
  const members = await api.call('GET', '/v1/orgs/acme-tok/members', { token: owner?.token });

  expect([status, body['kind']]).toEqual([201, 'org_automation']);
  expect(package_).toMatchObject({ status: 201, body: { visibility: 'private' } });
  // the token is bound to the organization and may not read its service account
  expect(me.status).toBe(403);
  expect(JSON.stringify(members.body)).not.toContain('automation.');
  expect((await api.call('GET', '/v1/users/automation.acme-tok')).status).toBe(404);
  expect((await list(admin?.token)).some(({ id }) => id === body['id'])).toBe(false);
  const listed = (await list(owner?.token)).find(({ id }) => id === body['id']);
  expect(listed).toMatchObject({ kind: 'org_automation', binding: { org_slug: 'acme-tok' } });
});

it('survives that its maker is locked out, and writes nothing of theirs', async () => {
  const maker = await api.createPerson('tok-maker');
  const body = { username: maker.username, role: 'admin' };
  await api.call('POST', '/v1/orgs/acme-tok/members', { token: owner?.token, body });
  const token = String((await create(maker)).body['token']);
  const root = await api.createPerson('tok-root', true);
  const change = { token: root.token, body: { is_active: false } };
  await api.call('PATCH', `/v1/admin/users/${maker.id}`, change);

  expect((await createPackage(token, 'acme-later', 'acme-inside')).status).toBe(201);
  expect((await createPackage(token, 'acme-theirs', maker.username)).status).not.toBe(201);
  expect((await api.call('PATCH', '/v1/orgs/acme-tok', { token, body: { name: 'Mine' } })).status).toBe(403);
});

it('is made and revoked by those who manage the organization alone', async () => {
  const { body } = await create(owner);
  const [token, id] = [String(body['token']), String(body['id'])];
  const revoke = (person: Person | undefined) =>
    api.call('DELETE', `/v1/tokens/${id}`, { token: person?.token });

  expect((await create(viewer)).status).toBe(403);
  expect((await create(stranger)).status).toBe(404);
  expect((await create(owner, { org_slug: undefined })).status).toBe(422);
  expect((await create(owner, { org_slug: 'unknown-org' })).status).toBe(404);
  expect([(await revoke(viewer)).status, (await revoke(stranger)).status]).toEqual([404, 404]);
  expect((await revoke(owner)).status).toBe(200);
  expect((await api.call('GET', '/v1/users/me', { token })).status).toBe(401);
});

it('ends with the organization', async () => {
  await api.call('POST', '/v1/orgs', { token: owner?.token, body: { name: 'Gone', slug: 'gone-tok' } });
  const token = String((await create(owner, { org_slug: 'gone-tok' })).body['token']);

  await api.call('DELETE', '/v1/orgs/gone-tok', { token: owner?.token });

  expect((await api.call('GET', '/v1/users/me', { token })).status).toBe(401);
});
