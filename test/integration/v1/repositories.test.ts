import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let boss: Person;
let organizationId: string;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, boss] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('boss', true),
  ]);
  const body = { name: 'Acme', slug: 'acme' };
  const organization = await api.call('POST', '/v1/orgs', { token: alice.token, body });
  organizationId = organization.body['id'];
});
afterAll(() => api.stop());

const get = (url: string, token?: string) => api.call('GET', url, { token });
const create = (body: object, token = alice.token) =>
  api.call('POST', '/v1/repositories', { token, body: { name: 'A place', ...body } });
const change = (slug: string, body: object, token = alice.token) =>
  api.call('PATCH', `/v1/repositories/${slug}`, { token, body });

test('a person lists their own repositories and those of their organizations, page by page', async () => {
  const person = await api.createPerson('lister');
  const { body: organization } = await api.call('POST', '/v1/orgs', {
    token: person.token,
    body: { name: 'Listed', slug: 'listed' },
  });
  await create({ slug: 'a-listed', owner_org_id: organization['id'], kind: 'private' }, person.token);
  await create({ slug: 'of-alice' });
  const list = async (query: string, token?: string) => get(`/v1/repositories${query}`, token);

  const first = await list('?per_page=1', person.token);
  const rest = await list(`?per_page=5&cursor=${first.body['next_cursor']}`, person.token);
  const all = [...first.body['repositories'], ...rest.body['repositories']];

  expect(all.map(({ slug }: { slug: string }) => slug)).toEqual(['a-listed', 'lister']);
  expect(all[0]).toMatchObject({ kind: 'private', owner_org_slug: 'listed', can_manage: true });
  expect((await list('')).status).toBe(401);
});

describe('a new repository', () => {
  it.each(['proxy', 'virtual'])('of the kind %s is not served yet', async (kind) => {
    expect(await create({ slug: `of-kind-${kind}`, kind })).toMatchObject({
      status: 409,
      body: { code: 'deferred_kind' },
    });
    expect((await get(`/v1/repositories/of-kind-${kind}`)).status).toBe(404);
  });

  it('of a kind that is none is told those that are served', async () => {
    const { status, body } = await create({ slug: 'of-no-kind', kind: 'museum' });

    expect([status, JSON.stringify(body['errors'])]).toEqual([
      422,
      expect.stringContaining('must be one of public, private, staging, release'),
    ]);
    expect(JSON.stringify(body)).not.toContain('virtual');
  });

  it('belongs to whom its ids name', async () => {
    const ofAcme = await create({ slug: 'by-org-id', owner_org_id: organizationId });
    const own = await create({ slug: 'by-user-id', owner_user_id: alice.id });

    expect([ofAcme.status, own.status]).toEqual([201, 201]);
    expect((await get('/v1/repositories/by-org-id')).body).toMatchObject({ owner_org_slug: 'acme' });
    expect((await get('/v1/repositories/by-user-id')).body).toMatchObject({ owner_username: 'alice' });
  });

  it.each([
    ['for another user', () => ({ owner_user_id: bob.id }), 403],
    ['for two', () => ({ owner_user_id: alice.id, owner_org_slug: 'acme' }), 422],
    ['for an unknown organization', () => ({ owner_org_id: '00000000-0000-7000-8000-000000000000' }), 404],
    ['for the members of a person', () => ({ visibility: 'internal_org' }), 422],
    ['with a script as its source', () => ({ upstream_url: 'javascript:1' }), 422],
  ])('is not made %s', async (_what, body, status) => {
    expect((await create({ slug: 'refused', ...body() })).status).toBe(status);
    expect((await get('/v1/repositories/refused', alice.token)).status).toBe(404);
  });

  it('of an organization can be for its members alone, and says where its packages come from', async () => {
    const upstream_url = 'https://example.com/upstream';
    const body = { slug: 'members-only', visibility: 'internal_org', owner_org_slug: 'acme', upstream_url };

    expect(await create(body)).toMatchObject({ status: 201, body: { visibility: 'internal_org' } });
    expect((await get('/v1/repositories/members-only', bob.token)).status).toBe(404);
    expect(await get('/v1/repositories/members-only', alice.token)).toMatchObject({
      status: 200,
      body: { visibility: 'internal_org', upstream_url },
    });
    expect((await change('members-only', { upstream_url: null })).body).toMatchObject({ upstream_url: null });
  });
});

describe('the packages of a repository', () => {
  const listed = async (token?: string) => {
    const { body } = await get('/v1/repositories/shelf/packages', token);
    return [body['total'], body['packages'].map((pkg: { name: string }) => pkg.name)];
  };

  beforeAll(async () => {
    await create({ slug: 'shelf', owner_org_slug: 'acme' });
    const { id: repositoryId } = (await get('/v1/repositories/shelf')).body;
    const seed = (name: string, visibility: string, state: 'published' | 'quarantine' = 'published') =>
      seedCrate(api, { repositoryId, name, visibility, releases: [{ version: '1.0.0', state }] });
    await seed('shelf-a', 'public');
    await seed('shelf-b', 'private');
    await seed('shelf-c', 'unlisted');
    await seed('shelf-d', 'public', 'quarantine');
  });

  it('are those that listings show, and all of them for those who look after it', async () => {
    expect(await listed()).toEqual([1, ['shelf-a']]);
    expect(await listed(bob.token)).toEqual([1, ['shelf-a']]);
    expect(await listed(alice.token)).toEqual([4, ['shelf-a', 'shelf-b', 'shelf-c', 'shelf-d']]);
    expect((await get('/v1/repositories/shelf/packages?page=2&per_page=3', alice.token)).body).toMatchObject({
      total: 4,
      packages: [{ name: 'shelf-d' }],
    });
  });

  it('are narrowed with it, all or none, and shown in quarantine while it is', async () => {
    expect((await change('shelf', { visibility: 'quarantined' })).status).toBe(403);
    expect((await change('shelf', { visibility: 'quarantined' }, boss.token)).status).toBe(200);
    expect((await get('/v1/repositories/shelf/packages')).status).toBe(404);
    expect((await get('/v1/packages/cargo/shelf-a')).status).toBe(404);
    expect((await get('/v1/packages/cargo/shelf-a', alice.token)).body['visibility']).toBe('quarantined');
    const made = { ecosystem: 'cargo', name: 'shelf-e', repository_slug: 'shelf' };
    expect((await api.call('POST', '/v1/packages', { token: alice.token, body: made })).status).toBe(409);

    expect((await change('shelf', { visibility: 'internal_org' }, boss.token)).status).toBe(200);

    expect((await get('/v1/packages/cargo/shelf-a')).status).toBe(404);
    expect((await get('/v1/packages/cargo/shelf-a', alice.token)).body['visibility']).toBe('internal_org');
    expect((await get('/v1/packages/cargo/shelf-b', alice.token)).body['visibility']).toBe('private');
  });

  test('of a hidden or missing one are not there', async () => {
    for (const slug of ['members-only', 'nowhere']) {
      expect((await get(`/v1/repositories/${slug}/packages`, bob.token)).status).toBe(404);
    }
  });
});
