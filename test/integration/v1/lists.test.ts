import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Answer,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';
import { listOperations } from '../../support/list-operations.ts';
import { seedWaitingFile } from '../../support/waiting-file.ts';

/** Operations whose answers have arrays that are not pages of a list, each with the reason. */
const noLists: Readonly<Record<string, string>> = {
  getPackage: 'one package, with the teams that may do something to it',
  getRelease: 'one release, with what its manifest names',
  getWorkspace: 'one read model of a bounded size',
  getRepositoryPackageCoverage: 'one read model of a bounded size',
  getHealth: 'queues, schedules and ecosystems of the instance',
  countDownloads: 'counts of the days that were asked for',
  suggestPackages: 'the few names that are shown while typing',
  reviewRelease: 'one set of files, which its digest names',
  reviewHeldFile: 'one set of files, which its digest names',
};

/** For each list, a URL that has at least three entries here. */
const urls: Readonly<Record<string, string | readonly string[]>> = {
  listSessions: '/v1/auth/sessions',
  listOwnActivity: '/v1/users/me/activity',
  listTokens: '/v1/tokens',
  listPackagesOfUser: '/v1/users/alice/packages',
  listMyOrganizations: '/v1/users/me/organizations',
  listOwnOrganizations: '/v1/orgs',
  listOrganizationRepositories: '/v1/orgs/acme/repositories',
  listOrganizationPackages: '/v1/orgs/acme/packages',
  listMembers: '/v1/orgs/acme/members',
  searchMembers: '/v1/orgs/acme/members/search?query=li',
  listInvitations: '/v1/orgs/acme/invitations?include_inactive=true',
  listOidcIssuers: '/v1/orgs/acme/oidc-issuers',
  listPendingPublishers: '/v1/orgs/acme/pending-publishers',
  listWebhooks: '/v1/orgs/acme/webhooks',
  listDeliveries: '/v1/orgs/acme/webhooks/WEBHOOK/deliveries',
  listOwnInvitations: '/v1/org-invitations',
  listOrganizationAudit: ['/v1/orgs/acme/audit', '/v1/orgs/acme/audit?action=team_create'],
  listAccessHistory: '/v1/orgs/acme/access-history',
  listOrganizationFindings: '/v1/orgs/acme/security-findings',
  listTeams: '/v1/orgs/acme/teams',
  listTeamMembers: '/v1/orgs/acme/teams/team-1/members',
  listTeamPackageAccess: '/v1/orgs/acme/teams/team-1/package-access',
  listTeamRepositoryAccess: '/v1/orgs/acme/teams/team-1/repository-access',
  listTeamNamespaceAccess: '/v1/orgs/acme/teams/team-1/namespace-access',
  listMyRepositories: '/v1/repositories',
  listRepositoryPackages: '/v1/repositories/acme-1/packages',
  listNamespaces: '/v1/namespaces',
  listNamespaceKeys: '/v1/namespaces/CLAIM/keys',
  searchPackages: ['relevance', 'downloads', 'updated', 'name']
    .map((sort) => `/v1/search?q=probe&sort=${sort}`)
    // misspelt by one letter
    .concat('/v1/search?q=kiwix&sort=relevance', '/v1/search'),
  listDependencies: '/v1/packages/cargo/probe-1/dependencies',
  listDependents: '/v1/packages/cargo/probe-1/dependents',
  listActivity: '/v1/packages/cargo/probe-1/activity',
  listTags: '/v1/packages/cargo/probe-1/tags',
  listReleases: '/v1/packages/cargo/probe-1/releases',
  listArtifacts: '/v1/packages/cargo/probe-1/releases/1.0.0/artifacts',
  listHeldFiles: '/v1/packages/cargo/probe-1/releases/1.0.0/held-files',
  listSecurityFindings: '/v1/packages/cargo/probe-1/security-findings',
  listTrustedPublishers: '/v1/packages/cargo/probe-1/trusted-publishers',
  listAuditLog: '/v1/audit',
  listUsers: '/v1/admin/users',
  listJobs: '/v1/admin/jobs',
};

const lists = (await listOperations()).filter(({ id }) => !(id in noLists));

let api: Management;
let alice: Person;
let session: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice', true);
  session = await api.createSession(alice.id);
  await api.createSession(alice.id);
  await api.createSession(alice.id);
  await fill();
}, 120_000);
afterAll(() => api.stop());

describe('every list of the management API', () => {
  it('is known to this test', () => {
    expect(lists.map(({ id }) => id).toSorted()).toEqual(Object.keys(urls).toSorted());
  });

  it.each(lists)('$id takes pages and cursors, and says which page it gave', ({ parameters, members }) => {
    expect(parameters).toEqual(expect.arrayContaining(['page', 'per_page', 'cursor']));
    expect(members).toEqual(expect.arrayContaining(['page', 'per_page', 'next_cursor']));
  });

  const cases = Object.entries(urls).flatMap(([id, url]) => [url].flat().map((each) => [id, each] as const));

  it.each(cases)('%s: %s is the same by cursors, by pages and at once', async (_id, url) => {
    const whole = entriesOf(await read(url, { per_page: '100' }));
    expect(whole.length).toBeGreaterThanOrEqual(3);

    const byCursor: unknown[] = [];
    let next: string | null = at(url, { per_page: '2' });
    for (let page = 1; next !== null; page += 1) {
      const answer: Answer = await ask(next);
      expect(answer).toMatchObject({ status: 200, body: { page, per_page: 2 } });
      byCursor.push(...entriesOf(answer));
      next = nextOf(answer);
    }
    const pages = await Promise.all(
      whole.map(async (_entry, index) => {
        const answer = await read(url, { page: String(index + 1), per_page: '1' });
        return entriesOf(answer);
      }),
    );

    expect(byCursor).toEqual(whole);
    expect(pages.flat()).toEqual(whole);
  });

  it.each(cases)('%s: %s refuses what is no page', async (_id, url) => {
    const first = await read(url, { per_page: '1' });
    const cursor = String(first.body['next_cursor']);

    for (const wanted of [
      { cursor, page: '1' },
      { cursor: `${cursor}AA` },
      { cursor: 'nonsense' },
      { cursor: '' },
      { page: '0' },
      { per_page: '0' },
      { per_page: '101' },
      { page: 'x' },
    ]) {
      const answer = await read(url, wanted);
      expect([wanted, answer.status, answer.body['code']]).toEqual([wanted, 422, 'validation_failed']);
    }
  });

  it('does not take a cursor of another one', async () => {
    const cursor = String((await read('/v1/tokens', { per_page: '1' })).body['next_cursor']);

    expect((await read('/v1/auth/sessions', { cursor })).status).toBe(422);
    expect((await read('/v1/tokens', { cursor })).status).toBe(200);
  });

  it('goes on behind an entry that is gone, and shows none twice when others come', async () => {
    const first = await read('/v1/orgs/acme/teams', { per_page: '2' });
    const { teams, next_cursor: cursor } = z
      .object({ teams: z.array(z.object({ slug: z.string() })), next_cursor: z.string() })
      .parse(first.body);
    await api.call('POST', '/v1/orgs/acme/teams', {
      token: alice.token,
      body: { name: 'first', slug: 'a-first' },
    });
    await api.call('DELETE', '/v1/orgs/acme/teams/team-2', { token: alice.token });

    const rest = entriesOf(await read('/v1/orgs/acme/teams', { cursor }));

    expect(teams.map(({ slug }) => slug)).toEqual(['team-1', 'team-2']);
    expect(rest).toEqual([expect.objectContaining({ slug: 'team-3' })]);
  });

  it('of repositories names what they mirror', async () => {
    const { body } = await read('/v1/orgs/acme/repositories', { per_page: '1' });

    expect(body['repositories']).toMatchObject([{ slug: 'acme-1', upstream_url: 'https://example.com/' }]);
  });

  it('of search results says what speaks for and against a package', async () => {
    const { body } = await read('/v1/search?q=probe-1', { per_page: '1' });

    expect(body['packages']).toMatchObject([
      {
        name: 'probe-1',
        discovery: {
          risk_level: 'low',
          unresolved_security_finding_count: 3,
          has_trusted_publisher: true,
          trusted_publisher_count: 3,
          signals: ['trusted_publishing', 'open_findings'],
        },
      },
    ]);
  });

  it('goes on behind a version that is gone', async () => {
    const url = '/v1/packages/cargo/gone/releases';
    const gone = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'gone',
      releases: ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({ version })),
    });
    const cursor = String((await read(url, { per_page: '2' })).body['next_cursor']);
    await api.pool.query(sql.unsafe`
      delete from releases where package_id = ${gone.id} and version = '1.1.0'`);

    expect(entriesOf(await read(url, { cursor }))).toEqual([expect.objectContaining({ version: '1.0.0' })]);
  });
});

const at = (url: string, query: Record<string, string>): string => {
  const named = url.replace('WEBHOOK', String(ids['webhook'])).replace('CLAIM', String(ids['claim']));
  return `${named}${named.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
};

const ask = (url: string): Promise<Answer> => api.call('GET', url, { token: session });
const read = (url: string, query: Record<string, string>): Promise<Answer> => ask(at(url, query));

function entriesOf({ body }: Answer): unknown[] {
  const { tags } = body;
  if (tags !== undefined) return Object.entries(z.record(z.string(), z.unknown()).parse(tags));
  return z.array(z.unknown()).parse(Object.values(body).find(Array.isArray));
}

/** The next page of the `Link` header; header and body must agree. */
function nextOf({ headers, body }: Answer): string | null {
  const link = headers['link'];
  const [, url = null] = /^<([^>]+)>; rel="next"$/.exec(String(link)) ?? [];
  const named = url === null ? null : new URL(url, 'http://here').searchParams.get('cursor');
  expect([link === undefined, named]).toEqual([body['next_cursor'] === null, body['next_cursor']]);
  return url;
}

async function send(
  method: 'POST' | 'PUT',
  url: string,
  body: object,
  token = session,
): Promise<Answer['body']> {
  const answer = await api.call(method, url, { token, body });
  expect([url, answer.status, answer.body]).toEqual([
    url,
    answer.status < 300 ? answer.status : 201,
    answer.body,
  ]);
  return answer.body;
}

async function fill(): Promise<void> {
  const numbers = [1, 2, 3];
  const people = await Promise.all(numbers.map((n) => api.createPerson(`liz${n}`)));
  for (const slug of ['acme', 'bolt', 'cork']) await send('POST', '/v1/orgs', { name: slug, slug });
  const acme = await api.pool.oneFirst(sql.type(z.object({ id: z.string() }))`
    select id from organizations where slug = 'acme'`);
  await seedCrate(api, {
    repositoryId: alice.repositoryId,
    name: 'probe-1',
    releases: numbers.map((n) => ({
      version: `1.0.${n - 1}`,
      findings: [{ kind: 'secrets_exposed', severity: 'low' }],
      dependencies: numbers.map((each) => ({ name: `other-${each}`, requirement: '^1', kind: 'runtime' })),
    })),
  });
  await fillReleases();
  for (const n of [2, 3]) await seedPlain(alice.repositoryId, `probe-${n}`);
  for (const last of 'abc') await seedPlain(alice.repositoryId, `kiwi${last}`);
  for (const [index, person] of people.entries()) {
    const n = index + 1;
    await send('POST', '/v1/tokens', { name: `t${n}`, scopes: ['tokens:read'] });
    await send('POST', '/v1/orgs/acme/members', { username: person.username, role: 'viewer' });
    await send('POST', '/v1/repositories', {
      name: `r${n}`,
      slug: `acme-${n}`,
      owner_org_slug: 'acme',
      upstream_url: 'https://example.com/',
    });
    const claim = await send('POST', '/v1/namespaces', {
      ecosystem: 'npm',
      namespace: `scope-${n}`,
      owner_org_id: acme,
    });
    ids['claim'] = String(claim['id']);
    await send('POST', '/v1/orgs/acme/teams', { name: `team ${n}`, slug: `team-${n}` });
  }
  const { id: repositoryId } = await api.pool.one(sql.type(z.object({ id: z.string() }))`
    select id from repositories where slug = 'acme-1'`);
  for (const [index, person] of people.entries()) {
    const n = index + 1;
    const name = `held-${n}`;
    await seedPlain(repositoryId, name, [{ kind: 'secrets_exposed', severity: 'high' }]);
    const team = '/v1/orgs/acme/teams/team-1';
    await send('POST', `${team}/members`, { username: person.username });
    await send('PUT', `${team}/package-access/cargo/${name}`, { permissions: ['publish'] });
    await send('PUT', `${team}/repository-access/acme-${n}`, { permissions: ['publish'] });
    const issuer = `https://ci${n}.example.com`;
    await send('POST', '/v1/orgs/acme/oidc-issuers', { issuer });
    await send('POST', '/v1/orgs/acme/pending-publishers', {
      ecosystem: 'cargo',
      name: `pending-${n}`,
      issuer,
      repository: `acme/r${n}`,
      workflow_ref: 'ci.yml',
    });
    const guest = await api.createPerson(`guest${n}`);
    await send('POST', '/v1/orgs/acme/invitations', { username_or_email: guest.username, role: 'viewer' });
    const host = await api.createPerson(`host${n}`);
    await send('POST', '/v1/orgs', { name: `host${n}`, slug: `host-${n}` }, host.token);
    await send(
      'POST',
      `/v1/orgs/host-${n}/invitations`,
      { username_or_email: 'alice', role: 'viewer' },
      host.token,
    );
    const hook = await send('POST', '/v1/orgs/acme/webhooks', {
      url: `https://example.com/${n}`,
      events: ['member.added'],
    });
    ids['webhook'] = String(hook['id']);
    await send('POST', '/v1/packages/cargo/probe-1/trusted-publishers', {
      issuer: 'https://token.actions.githubusercontent.com',
      repository: `acme/r${n}`,
      workflow_ref: 'ci.yml',
    });
  }
  await fillAccess();
}

async function seedPlain(
  repositoryId: string,
  name: string,
  findings: { kind: string; severity: string }[] = [],
) {
  await seedCrate(api, {
    repositoryId,
    name,
    releases: [
      { version: '1.0.0', findings, dependencies: [{ name: 'probe-1', requirement: '^1', kind: 'runtime' }] },
    ],
  });
}

/** Adds three tags, files and dependencies. */
async function fillReleases(): Promise<void> {
  await api.pool.query(sql.unsafe`
    insert into dist_tags (package_id, name, release_id, updated_at)
    select package_id, 'tag-' || version, id, now() from releases`);
  for (const n of [1, 2]) {
    await api.pool.query(sql.unsafe`
      insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
      select ${newId()}, release_id, 'signature', ${`more-${n}.asc`}, content_type, 3, sha256, 'a', 'b', 'c'
      from artifacts where filename = 'probe-1-1.0.0.crate'`);
  }
  const { id: packageId } = await api.pool.one(sql.type(z.object({ id: z.string() }))`
    select id from packages where name = 'probe-1'`);
  for (const n of [1, 2, 3]) {
    await api.pool.query(sql.unsafe`
      insert into audit_log (id, action, target_package_id, occurred_at)
      values (${newId()}, 'package_update', ${packageId}, '2026-01-01 00:00:00.000001+00')`);
    await seedWaitingFile(api, { packageId, filename: `late-${n}.crate`, by: alice, heldFor: 'policy_hold' });
  }
}

/** Inserts the rows that only workflows and clients write. */
async function fillAccess(): Promise<void> {
  const claims = await api.pool.any(sql.type(z.object({ id: z.string() }))`
    select id from namespaces where name like 'scope-%'`);
  for (const { id } of claims) {
    await send('PUT', `/v1/orgs/acme/teams/team-1/namespace-access/${id}`, { permissions: ['admin'] });
  }
  for (const n of [1, 2, 3]) {
    await api.pool.query(sql.unsafe`
      insert into webhook_deliveries (id, webhook_id, event, body)
      values (${newId()}, ${String(ids['webhook'])}, 'member.added', ${sql.jsonb({ n })})`);
    await api.pool.query(sql.unsafe`
      insert into namespace_keys (id, namespace_id, fingerprint, key_ids, user_ids, armored)
      values (${newId()}, ${String(ids['claim'])}, ${`f${n}`}, '{}', '{}', 'key')`);
    await api.pool.query(sql.unsafe`
      insert into jobs (id, kind, status, workflow_id, run_id, scheduled_at)
      values (${newId()}, 'publish_release', 'completed', ${`w${n}`}, ${randomUUID()}, '2026-01-01 00:00:00.000001+00')`);
  }
  await api.pool.query(sql.unsafe`
    insert into release_dependencies (release_id, package_id, place, ecosystem, name, name_key, requirement, kind)
    select releases.id, packages.id, n, 'cargo', needed.name, replace(needed.name, '-', '_'), '^1', 'runtime'
    from releases join packages on packages.id = releases.package_id
    cross join generate_series(0, 2) as n
    cross join lateral (
      select case when packages.name = 'probe-1' then 'other-' || n else 'probe-1' end as name) as needed
    on conflict do nothing`);
}
