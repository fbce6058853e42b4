import { afterAll, beforeAll, expect, it } from 'vitest';
import { unattended } from '../../domain/caller.ts';
import { firstOf } from '../../domain/paging.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { getPerson } from '../../services/identity/resolve.ts';
import { createServices, type Services } from '../../services/index.ts';
import { type Management, type Person, seedCrate, startManagement } from '../support/management.ts';

let api: Management;
let services: Services;
const people: Record<string, Person> = {};

const window = firstOf(100);
const roles = ['admin', 'security_manager', 'publisher', 'auditor', 'viewer'];

beforeAll(async () => {
  api = await startManagement();
  services = createServices(api.platform);
  for (const name of ['owner', ...roles, 'stranger', 'reviewer']) people[name] = await api.createPerson(name);
  const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const { status, body: answer } = await api.call(method, url, { token: personOf('owner').token, body });
    if (status >= 400) throw new Error(`${url}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await send('POST', '/v1/orgs', { name: 'Acme', slug: 'acme' });
  for (const role of roles) await send('POST', '/v1/orgs/acme/members', { username: role, role });
  // a member whose only right comes from a team
  await send('POST', '/v1/orgs/acme/members', { username: 'reviewer', role: 'viewer' });
  const { id } = await send('POST', '/v1/repositories', {
    name: 'tools',
    slug: 'tools',
    owner_org_slug: 'acme',
  });
  const finding = { kind: 'malware', severity: 'critical' };
  for (const name of ['held-one', 'held-two']) {
    await seedCrate(api, {
      repositoryId: String(id),
      name,
      releases: [
        {
          version: '1.0.0',
          state: 'quarantine',
          statusReason: 'blocked_by_findings',
          findings: [finding],
        },
      ],
    });
  }
  await send('POST', '/v1/orgs/acme/teams', { name: 'Reviewers', slug: 'reviewers' });
  await send('POST', '/v1/orgs/acme/teams/reviewers/members', { username: 'reviewer' });
  await send('PUT', '/v1/orgs/acme/teams/reviewers/package-access/cargo/held-two', {
    permissions: ['security_review'],
  });
});
afterAll(() => api.stop());

function personOf(name: string): Person {
  const person = people[name];
  if (!person) throw new Error(`there is no ${name}`);
  return person;
}

async function callerOf(name: string) {
  const person = await getPerson(api.pool, personOf(name).id, grantableScopes(false));
  return { ...unattended, actor: { ...person, credential: 'session' as const } };
}

const named = (name: string) => ({ ecosystem: services.ecosystems.get('cargo'), name, version: '1.0.0' });

it.each([
  ['owner', ['held-one', 'held-two'], true],
  ['admin', ['held-one', 'held-two'], true],
  ['security_manager', ['held-one', 'held-two'], true],
  ['publisher', ['held-one', 'held-two'], false],
  ['auditor', ['held-one', 'held-two'], false],
  ['reviewer', ['held-two'], true],
  ['viewer', [], false],
])('%s sees what is held and found in %j, decides: %s', async (name, seen, decides) => {
  const caller = await callerOf(name);
  const held = await services.releases.listHeldOfOrganization(caller, 'acme', window);
  expect(held.map((each) => each.name).toSorted()).toEqual(seen);
  const found = await services.findings.listEachOfOrganization(caller, 'acme', {}, window);
  expect(found.map(({ packageName }) => packageName).toSorted()).toEqual(seen);
  expect(found.every(({ maySettle }) => maySettle === decides)).toBe(true);
  const inspect = async (each: string) =>
    services.releases.inspectHeld(caller, { ...named(each), uploadId: null }).then(
      ({ mayDecide }) => mayDecide,
      (error: { code?: string }) => error.code,
    );
  for (const each of ['held-one', 'held-two'])
    expect(await inspect(each), each).toBe(seen.includes(each) ? decides : 'not_found');
});

it('filters findings by severity, ecosystem, name and state', async () => {
  const caller = await callerOf('owner');
  const find = async (filter: Parameters<typeof services.findings.listEachOfOrganization>[2]) =>
    (await services.findings.listEachOfOrganization(caller, 'acme', filter, window)).map(
      ({ packageName }) => packageName,
    );
  expect(await find({ nameKeys: ['held_one'] })).toEqual(['held-one']);
  expect(await find({ nameKeys: [] })).toEqual([]);
  expect(await find({ severities: ['high'] })).toEqual([]);
  expect(await find({ ecosystem: 'npm' })).toEqual([]);
  expect(await find({ isResolved: true })).toEqual([]);
  expect(await find({ isResolved: false })).toHaveLength(2);
});

it('opens nothing of the workspace to strangers, and tokens to administrators alone', async () => {
  const stranger = await callerOf('stranger');
  const missing = { code: 'not_found' };
  for (const slug of ['acme', 'no-such-organization']) {
    await expect(services.releases.listHeldOfOrganization(stranger, slug, window)).rejects.toMatchObject(
      missing,
    );
    await expect(services.findings.listEachOfOrganization(stranger, slug, {}, window)).rejects.toMatchObject(
      missing,
    );
    await expect(services.findings.exportEachOfOrganization(stranger, slug, {})).rejects.toMatchObject(
      missing,
    );
  }
  await expect(services.releases.listHeld(stranger, window)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  for (const name of ['stranger', 'viewer', 'security_manager', 'auditor']) {
    const caller = await callerOf(name);
    const listing = services.identity.listOrganizationTokens(caller, 'acme', window);
    await expect(listing, name).rejects.toMatchObject({ code: 'forbidden' });
    const foreign = { slug: 'acme', id: '00000000-0000-4000-8000-000000000000' };
    await expect(services.webhooks.get(caller, foreign), name).rejects.toMatchObject({ code: 'forbidden' });
    await expect(services.webhooks.renewSecret(caller, foreign), name).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  expect(await services.identity.listOrganizationTokens(await callerOf('admin'), 'acme', window)).toEqual([]);
});

it('finds nothing by an id that is no UUID', async () => {
  const owner = await callerOf('owner');
  const { id } = await api.createPerson('attendant', true);
  const person = await getPerson(api.pool, id, grantableScopes(true));
  const attendant = { ...unattended, actor: { ...person, credential: 'session' as const } };
  const finding = { ...named('held-one'), id: 'nonsense' };
  const verdict = { resolution: 'false_positive', note: null } as const;
  for (const [what, ask] of Object.entries({
    cancel: () => services.jobs.cancel(attendant, 'nonsense'),
    retry: () => services.jobs.retry(attendant, 'nonsense'),
    revoke: () => services.identity.revokeTokenById(owner, 'nonsense'),
    resolve: () => services.findings.settle(owner, finding, { isResolved: true, ...verdict }),
    reopen: () => services.findings.settle(owner, finding, { isResolved: false, ...verdict }),
  }))
    await expect(ask(), what).rejects.toMatchObject({ code: 'not_found' });
});

it('shows the administrators of the platform what is held anywhere', async () => {
  const { id } = await api.createPerson('operator', true);
  const person = await getPerson(api.pool, id, grantableScopes(true));
  const caller = { ...unattended, actor: { ...person, credential: 'session' as const } };
  const held = await services.releases.listHeld(caller, firstOf(1));
  expect(held).toMatchObject([{ name: 'held-one', findings: 1, title: 'a finding' }]);
  const [{ position } = { position: [] }] = held;
  expect(await services.releases.listHeld(caller, { ...window, after: position })).toMatchObject([
    { name: 'held-two' },
  ]);
});
