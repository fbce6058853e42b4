import type { Dependency } from '../../../domain/publication.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
});
afterAll(() => api.stop());

const get = (url: string, token?: string) => api.call('GET', url, { token });
const create = (body: object, token: string | undefined = alice.token) =>
  api.call('POST', '/v1/packages', {
    token,
    body: { repository_slug: 'alice', ecosystem: 'cargo', ...body },
  });

async function audited(packageId: string): Promise<string[]> {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_package_id = ${packageId} order by id`);
  return rows.map((row) => row.action);
}

describe('a package that is made by hand', () => {
  it('is its owner’s, with all its texts, and hidden from others until it has a release', async () => {
    const texts = {
      display_name: 'By hand',
      description: 'Made first',
      readme: '# By hand',
      homepage: 'https://example.com',
      repository_url: 'https://example.com/source',
      license: 'MIT',
      keywords: ['made'],
    };

    const made = await create({ name: 'By-Hand', ...texts });

    expect(made).toMatchObject({
      status: 201,
      body: {
        ecosystem: 'cargo',
        name: 'By-Hand',
        normalized_name: 'by_hand',
        repository_slug: 'alice',
        visibility: 'public',
        owner_user_id: alice.id,
        owner_org_id: null,
      },
    });
    expect(await get('/v1/packages/cargo/by-hand', alice.token)).toMatchObject({
      status: 200,
      body: { ...texts, latest_version: null, bundle_analysis: null, can_transfer: true, team_access: [] },
    });
    expect((await get('/v1/packages/cargo/by-hand', bob.token)).status).toBe(404);
    expect((await get('/v1/packages/cargo/by-hand')).status).toBe(404);
    expect(await audited(made.body['id'])).toEqual(['package_create']);
  });

  it.each([
    ['a name that is taken, in any spelling', { name: 'TAKEN_name' }, 409, 'name_taken'],
    ['no name', { name: 'not a name' }, 422, 'invalid_name'],
    ['a reserved name', { name: 'nul' }, 422, 'name_reserved'],
    ['an ecosystem that is not served', { name: 'x', ecosystem: 'cpan' }, 422, 'validation_failed'],
    ['internal_org for a person', { name: 'inside', visibility: 'internal_org' }, 422, 'validation_failed'],
    ['a quarantine', { name: 'inside', visibility: 'quarantined' }, 422, 'validation_failed'],
    ['a script as a homepage', { name: 'linked', homepage: 'javascript:1' }, 422, 'validation_failed'],
    ['no such repository', { name: 'homeless', repository_slug: 'nowhere' }, 404, 'not_found'],
    ['another user’s repository', { name: 'homeless', repository_slug: 'bob' }, 403, 'forbidden'],
    ['the scope of another user', { ecosystem: 'npm', name: '@bob/x' }, 403, 'forbidden'],
  ])('is refused: %s', async (_what, body, status, code) => {
    await create({ name: 'taken-name' });

    expect(await create(body)).toMatchObject({ status, body: { code } });
  });

  it('is refused without a credential, or without its scope', async () => {
    const token = await api.createToken(alice.id, ['tokens:read']);

    expect(await create({ name: 'unscoped' }, token)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    const anonymous = await api.call('POST', '/v1/packages', {
      body: { repository_slug: 'alice', ecosystem: 'cargo', name: 'unscoped' },
    });
    expect(anonymous.status).toBe(401);
  });

  it('is never broader than its repository', async () => {
    const body = { name: 'Closed', slug: 'closed', kind: 'private' };
    await api.call('POST', '/v1/repositories', { token: alice.token, body });

    const broad = await create({ name: 'too-broad', repository_slug: 'closed', visibility: 'public' });
    const narrow = await create({ name: 'narrow-one', repository_slug: 'closed' });

    expect(broad).toMatchObject({ status: 422, body: { code: 'visibility_too_broad' } });
    expect(narrow).toMatchObject({ status: 201, body: { visibility: 'private' } });
  });

  it('is made once by two at the same moment', async () => {
    const answers = await Promise.all([create({ name: 'raced' }), create({ name: 'raced' })]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('has no name that is mistaken for one that many people ask for, but for its owner', async () => {
    const { id } = await seedCrate(api, {
      repositoryId: bob.repositoryId,
      name: 'wanted-by-many',
      releases: [{ version: '1.0.0' }],
    });
    expect((await create({ name: 'wanted-by-manny' })).status).toBe(201);
    await api.pool.query(sql.unsafe`update packages set download_count = 101 where id = ${id}`);

    expect(await create({ name: 'wanted-by-mamy' })).toMatchObject({
      status: 422,
      body: { code: 'name_too_similar' },
    });
    const own = await create({ name: 'wanted-by-mamy', repository_slug: 'bob' }, bob.token);
    expect(own.status).toBe(201);
  });
});

describe('a package that is archived', () => {
  it('leaves the search and stays readable; a second time changes nothing', async () => {
    const { id, url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'retired-one',
      releases: [{ version: '1.0.0' }],
    });
    const search = async () => (await get('/v1/search?q=retired-one')).body['total'];
    expect(await search()).toBe(1);

    const archived = await api.call('DELETE', url, { token: alice.token });
    const again = await api.call('DELETE', url, { token: alice.token });

    expect(archived).toMatchObject({ status: 200, body: { message: 'retired-one is archived' } });
    expect(again.status).toBe(200);
    expect(await search()).toBe(0);
    expect(await get(url)).toMatchObject({ status: 200, body: { is_archived: true } });
    expect(await audited(id)).toEqual(['package_delete']);
    expect((await get('/v1/repositories/alice/packages')).body['packages']).not.toContainEqual(
      expect.objectContaining({ name: 'retired-one' }),
    );
  });

  it('is archived by those alone who administer it', async () => {
    const { url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'kept-one',
      releases: [{ version: '1.0.0' }],
    });

    expect((await api.call('DELETE', url, { token: bob.token })).status).toBe(403);
    expect((await api.call('DELETE', url)).status).toBe(401);
    expect((await get(url)).body['is_archived']).toBe(false);
  });
});

describe('what packages need', () => {
  beforeAll(async () => {
    const needs = (name: string, kind: Dependency['kind'] = 'runtime') => ({
      name,
      requirement: '^1',
      kind,
    });
    const seed = (name: string, visibility: string, dependencies: ReturnType<typeof needs>[]) =>
      seedCrate(api, {
        repositoryId: alice.repositoryId,
        name,
        visibility,
        releases: [{ version: '1.0.0', dependencies }],
      });
    await seed('base-crate', 'public', [
      needs('gone-crate'),
      needs('secret-user', 'dev'),
      needs('not a name'),
    ]);
    await seed('open-user', 'public', [needs('Base-Crate')]);
    await seed('secret-user', 'private', [needs('base_crate', 'dev')]);
  });

  it('is listed as its manifest has it, and tells nothing of what is hidden', async () => {
    const url = '/v1/packages/cargo/base-crate/dependencies';

    expect(await get(url)).toMatchObject({
      status: 200,
      body: {
        version: '1.0.0',
        total: 3,
        dependencies: [
          { name: 'gone-crate', requirement: '^1', kind: 'runtime', is_here: false },
          { name: 'secret-user', requirement: '^1', kind: 'dev', is_here: false },
          { name: 'not a name', requirement: '^1', kind: 'runtime', is_here: false },
        ],
      },
    });
    const own = await get(`${url}?version=1.0.0&per_page=1&page=2`, alice.token);
    expect(own.body['dependencies']).toEqual([
      { name: 'secret-user', requirement: '^1', kind: 'dev', is_here: true },
    ]);
    expect((await get(`${url}?version=9.9.9`)).status).toBe(404);
  });

  it('is found from the other side, by those who may know of it', async () => {
    const url = '/v1/packages/cargo/base-crate/dependents';
    const open = { name: 'open-user', version: '1.0.0', requirement: '^1', kind: 'runtime' };

    expect((await get(url)).body).toMatchObject({ total: 1, dependents: [open] });
    expect((await get(url, bob.token)).body).toMatchObject({ total: 1, dependents: [open] });
    expect((await get(url, alice.token)).body).toMatchObject({
      total: 2,
      dependents: [open, { name: 'secret-user', kind: 'dev' }],
    });
  });

  it('is counted on the pages of packages and releases', async () => {
    const bundle = {
      source_version: '1.0.0',
      artifact_count: 1,
      total_artifact_size_bytes: 3,
      direct_dependency_count: 2,
      development_dependency_count: 1,
      risk: { score: 0, level: 'low', unresolved_finding_count: 0, worst_unresolved_severity: null },
    };

    const [page, list, release] = await Promise.all(
      ['', '/releases', '/releases/1.0.0'].map((path) => get(`/v1/packages/cargo/base-crate${path}`)),
    );

    expect(page?.body['bundle_analysis']).toMatchObject(bundle);
    expect(list?.body['releases'][0].bundle_analysis).toMatchObject(bundle);
    expect(release?.body).toMatchObject({
      bundle_analysis: bundle,
      changelog: null,
      source_ref: null,
      provenance: null,
    });
  });
});

test('downloads are counted by day and version', async () => {
  const { id, url } = await seedCrate(api, {
    repositoryId: alice.repositoryId,
    name: 'downloaded',
    releases: [{ version: '1.0.0' }, { version: '2.0.0', state: 'quarantine', statusReason: 'policy_hold' }],
  });
  await api.pool.query(sql.unsafe`
    insert into download_counts (release_id, day, count)
    select releases.id, day::date, 5 from releases,
      generate_series('2026-01-01'::date, '2026-01-03'::date, '1 day') as day
    where releases.package_id = ${id}`);
  const span = `${url}/downloads?from=2026-01-02&to=2026-01-31`;

  expect(await get(span)).toMatchObject({
    status: 200,
    body: {
      from: '2026-01-02',
      to: '2026-01-31',
      total: 10,
      days: [
        { date: '2026-01-03', version: '1.0.0', count: 5 },
        { date: '2026-01-02', version: '1.0.0', count: 5 },
      ],
    },
  });
  expect((await get(span, alice.token)).body['total']).toBe(20);
  expect((await get(`${url}/downloads`)).body).toMatchObject({ total: 0, days: [] });
  for (const query of ['from=2026-02-01&to=2026-01-01', 'from=2020-01-01&to=2026-01-01', 'from=yesterday']) {
    expect((await get(`${url}/downloads?${query}`)).status).toBe(422);
  }
});

describe('a package URL', () => {
  it('leads to its package and release', async () => {
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'Looked-Up',
      releases: [{ version: '1.0.0' }],
    });

    expect(await get(`/v1/lookup?purl=${encodeURIComponent('pkg:cargo/looked_up@1.0.0')}`)).toMatchObject({
      status: 200,
      body: {
        purl: 'pkg:cargo/Looked-Up@1.0.0',
        ecosystem: 'cargo',
        name: 'Looked-Up',
        version: '1.0.0',
        release_url: expect.stringMatching(/\/v1\/packages\/cargo\/Looked-Up\/releases\/1\.0\.0$/),
      },
    });
    expect((await get('/v1/lookup?purl=pkg:cargo/looked_up')).body).toMatchObject({
      version: null,
      release_url: null,
    });
  });

  it.each([
    ['pkg:cargo/never-made', 404],
    ['pkg:cargo/Looked-Up@9.9.9', 404],
    ['pkg:cpan/Looked-Up', 404],
    ['pkg:cargo/not%20a%20name', 404],
    ['Looked-Up', 422],
    ['', 422],
  ])('%s is %d', async (purl, status) => {
    expect((await get(`/v1/lookup?purl=${encodeURIComponent(purl)}`)).status).toBe(status);
  });

  it('of a hidden package is that of a missing one', async () => {
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'looked-for',
      visibility: 'private',
      releases: [{ version: '1.0.0' }],
    });

    expect((await get('/v1/lookup?purl=pkg:cargo/looked-for', bob.token)).status).toBe(404);
    expect((await get('/v1/lookup?purl=pkg:cargo/looked-for', alice.token)).status).toBe(200);
  });
});
