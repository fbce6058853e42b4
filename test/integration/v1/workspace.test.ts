import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPerson } from '../../../services/identity/resolve.ts';
import { getWorkspace } from '../../../services/organizations/workspace.ts';
import { grantableScopes } from '../../../domain/scopes.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, eve] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('eve'),
  ]);
  await send(alice, 'POST', '/v1/orgs', { name: 'Acme', slug: 'acme' });
  await send(alice, 'POST', '/v1/orgs/acme/members', { username: 'bob', role: 'viewer' });
  await send(alice, 'POST', '/v1/orgs/acme/invitations', { username_or_email: 'eve' });
  await fill('first', 1);
});
afterAll(() => api.stop());

const send = (by: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });

/** A repository with packages, and teams with rights in it. */
async function fill(name: string, count: number): Promise<void> {
  const made = await send(alice, 'POST', '/v1/repositories', { name, slug: name, owner_org_slug: 'acme' });
  for (let at = 0; at < count; at++) {
    const crate = `${name}-crate-${at}`;
    await seedCrate(api, {
      name: crate,
      repositoryId: String(made.body['id']),
      releases: [{ version: '1.0.0' }],
    });
    const team = `${name}-team-${at}`;
    await send(alice, 'POST', '/v1/orgs/acme/teams', { name: team, slug: team });
    await send(alice, 'POST', `/v1/orgs/acme/teams/${team}/members`, { username: 'bob' });
    const permissions = ['publish'];
    await send(alice, 'PUT', `/v1/orgs/acme/teams/${team}/package-access/cargo/${crate}`, { permissions });
    await send(alice, 'PUT', `/v1/orgs/acme/teams/${team}/repository-access/${name}`, { permissions });
  }
}

/** A pool that counts its statements. */
function counted(pool: Pool): { pool: Pool; count(): number } {
  let statements = 0;
  const names = new Set(['any', 'one', 'maybeOne', 'oneFirst', 'maybeOneFirst', 'many', 'exists', 'query']);
  return {
    count: () => statements,
    pool: new Proxy(pool, {
      get(target, name) {
        if (names.has(String(name))) statements += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    }),
  };
}

describe('the workspace of an organization', () => {
  it('has in one answer what the routes of its parts have', async () => {
    const { status, body } = await send(alice, 'GET', '/v1/orgs/acme/workspace');

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'org',
      'repositories',
      'repository_package_coverage',
      'packages',
      'teams',
      'team_management',
      'namespaces',
      'invitations',
      'security',
      'truncated',
    ]);
    for (const part of ['repositories', 'packages', 'teams', 'invitations'] as const) {
      const own = await send(alice, 'GET', `/v1/orgs/acme/${part}`);
      expect(body[part]).toEqual(own.body[part]);
      expect(body[part].length).toBeGreaterThan(0);
    }
    expect(body['org']).toEqual((await send(alice, 'GET', '/v1/orgs/acme')).body);
    expect(body['team_management']).toMatchObject({
      members_by_team_slug: { 'first-team-0': [{ username: 'bob' }] },
      package_access_by_team_slug: { 'first-team-0': [{ name: 'first-crate-0', permissions: ['publish'] }] },
      repository_access_by_team_slug: { 'first-team-0': [{ name: 'first', permissions: ['publish'] }] },
      namespace_access_by_team_slug: { 'first-team-0': [] },
    });
    expect(body['truncated']).toEqual([]);
  });

  it('is for members, and shows the invitations to who manages them', async () => {
    expect(await send(bob, 'GET', '/v1/orgs/acme/workspace')).toMatchObject({
      status: 200,
      body: { invitations: null, org: { capabilities: { can_manage: false } } },
    });
    expect(await send(eve, 'GET', '/v1/orgs/acme/workspace')).toMatchObject({ status: 404 });
    expect(await api.call('GET', '/v1/orgs/acme/workspace')).toMatchObject({ status: 401 });
    await send(alice, 'PATCH', '/v1/orgs/acme', { member_directory_is_private: true });
    const hidden = await send(bob, 'GET', '/v1/orgs/acme/workspace');
    expect(hidden.body['team_management'].members_by_team_slug).toEqual({ 'first-team-0': [] });
    expect(await send(bob, 'GET', '/v1/orgs/acme/teams/first-team-0/members')).toMatchObject({ status: 404 });
    await send(alice, 'PATCH', '/v1/orgs/acme', { member_directory_is_private: false });
  });

  it('takes twelve queries at most, however much there is', async () => {
    await fill('second', 5);
    const actor = {
      ...(await getPerson(api.pool, alice.id, grantableScopes(false))),
      credential: 'session',
    } as const;
    const { pool, count } = counted(api.pool);
    const caller = { actor, repository: null, mount: null, origin: { ipAddress: null, userAgent: null } };

    const { packages, teams } = await getWorkspace({ pool }, caller, 'acme');

    expect([packages.length, teams.length]).toEqual([6, 6]);
    expect(count()).toBeGreaterThan(0);
    expect(count()).toBeLessThanOrEqual(12);
  });
});

it('says which packages lie in which repository', async () => {
  const { body } = await send(bob, 'GET', '/v1/orgs/acme/repository-package-coverage');

  expect(body['repositories'][0]).toMatchObject({
    slug: 'first',
    package_count: 1,
    packages: [{ ecosystem: 'cargo', name: 'first-crate-0' }],
  });
  expect(await send(eve, 'GET', '/v1/orgs/acme/repository-package-coverage')).toMatchObject({ status: 404 });
});

const finding = { kind: 'file_type_anomaly', severity: 'low' };

it('lists say of packages in a repository in quarantine that they are hidden, as the package itself does', async () => {
  const root = await api.createPerson('root', true);
  const body = { name: 'hidden', slug: 'hidden', owner_org_slug: 'acme' };
  const repositoryId = String((await send(alice, 'POST', '/v1/repositories', body)).body['id']);
  const name = 'hidden-crate';
  await seedCrate(api, { name, repositoryId, releases: [{ version: '1.0.0', findings: [finding] }] });
  const shown = async (): Promise<unknown[]> => {
    const bodyOf = async (path: string) => (await send(alice, 'GET', path)).body;
    const {
      packages,
      repository_package_coverage: coverage,
      security,
    } = await bodyOf('/v1/orgs/acme/workspace');
    const covered: { packages: object[] }[] = coverage;
    const lists = [
      (await bodyOf('/v1/orgs/acme/packages'))['packages'],
      packages,
      covered.flatMap((repository) => repository.packages),
      security.packages,
      (await bodyOf('/v1/orgs/acme/security-findings'))['packages'],
      [await bodyOf(`/v1/packages/cargo/${name}`)],
    ];
    return lists.map(
      (list: { name: string; visibility: string }[]) => list.find((pkg) => pkg.name === name)?.visibility,
    );
  };
  const before = await shown();

  const hidden = await send(root, 'PATCH', '/v1/repositories/hidden', { visibility: 'quarantined' });

  expect(hidden.status).toBe(200);
  expect(before).toEqual(Array.from({ length: 6 }, () => 'public'));
  expect(await shown()).toEqual(Array.from({ length: 6 }, () => 'quarantined'));
});

it("a person's organizations say what they may do there", async () => {
  const mine = await send(alice, 'GET', '/v1/users/me/organizations');
  const theirs = await send(bob, 'GET', '/v1/users/me/organizations');

  expect(mine.body['organizations']).toMatchObject([
    { slug: 'acme', role: 'owner', package_count: 6, team_count: 6, capabilities: { can_manage: true } },
  ]);
  expect(theirs.body['organizations']).toMatchObject([
    { slug: 'acme', role: 'viewer', capabilities: { can_manage: false } },
  ]);
  expect((await send(eve, 'GET', '/v1/users/me/organizations')).body['organizations']).toEqual([]);
});

it('a person changes their profile by their name, and no other user does', async () => {
  const changed = await send(bob, 'PATCH', '/v1/users/BOB', { bio: 'builds things' });

  expect(changed).toMatchObject({ status: 200, body: { message: 'the profile of bob is changed' } });
  expect((await send(alice, 'GET', '/v1/users/bob')).body).toMatchObject({ bio: 'builds things' });
  expect(await send(alice, 'PATCH', '/v1/users/bob', { bio: 'x' })).toMatchObject({ status: 404 });
});
