import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../domain/caller.ts';
import { createServices, type Services } from '../../services/index.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../support/management.ts';
import { approvalOf } from '../support/reviewing.ts';

let api: Management;
let services: Services;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  services = createServices(api.platform);
  [alice, bob] = [await api.createPerson(), await api.createPerson()];
});
afterAll(() => api.stop());

async function callerOf({ token }: Person): Promise<Caller> {
  const actor = await api.platform.authenticator.authenticate(token);
  return { actor, repository: null, mount: null, origin: { ipAddress: null, userAgent: null } };
}
const named = (name: string) => ({ ecosystem: services.ecosystems.get('cargo'), name });

async function rightsOf(person: Person, name: string, version = '1.0.0'): Promise<string[]> {
  const caller = await callerOf(person);
  const found = await services.releases.get(caller, { ...named(name), version });
  const rights = await services.releases.rightsOn(caller, found);
  return Object.entries(rights).flatMap(([right, has]) => (has === true ? [right] : []));
}

describe('the settings of a package', () => {
  it('are for people who manage it, missing for strangers, and forbidden to members whose role does not reach', async () => {
    const owned = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'managed',
      releases: [{ version: '1.0.0' }],
    });
    const manage = async (person: Person) =>
      services.packages.manage(await callerOf(person), named('managed'));

    const own = await manage(alice);

    expect(own).toMatchObject({ mayEdit: true, mayPublish: true, mayAdminister: true, mayTransfer: true });
    expect(own.visibilities).toEqual(['public', 'unlisted', 'private']);
    await expect(manage(bob)).rejects.toMatchObject({ code: 'not_found' });
    await api.pool.query(sql.unsafe`
      insert into package_grants (package_id, user_id, role) values (${owned.id}, ${bob.id}, 'viewer')`);
    api.platform.authenticator.forgetAll();
    await expect(manage(bob)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('owner, admin, maintainer'),
    });
  });
});

describe('what a person can do to a package', () => {
  it('is one answer for pages and for `/v1`, and follows the scopes of the credential', async () => {
    const { url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'answered',
      releases: [{ version: '1.0.0' }],
    });
    const publishing = await api.createToken(alice.id, ['packages:write']);
    const reading = await api.createToken(alice.id, ['tokens:read']);
    const read = async (path: string, token: string) => (await api.call('GET', url + path, { token })).body;

    const managed = await services.packages.manage(
      await callerOf({ ...alice, token: publishing }),
      named('answered'),
    );

    expect(managed).toMatchObject({ mayEdit: true, mayPublish: true, mayTriage: false, mayTransfer: false });
    expect(managed.visibilities).toEqual(['public', 'unlisted', 'private']);
    expect(await read('', publishing)).toMatchObject({
      can_manage_metadata: true,
      can_manage_releases: true,
      can_manage_visibility: true,
      can_manage_security: false,
      can_manage_trusted_publishers: true,
      can_transfer: false,
    });
    expect(await read('/releases/1.0.0', publishing)).toMatchObject({ can_manage_releases: true });
    expect(await read('', reading)).toMatchObject({
      can_manage_metadata: false,
      can_manage_releases: false,
      can_manage_visibility: false,
    });
    expect(await read('/releases/1.0.0', reading)).toMatchObject({ can_manage_releases: false });
  });
});

describe('what a person can do to a release', () => {
  it('follows its state and the rights of the person', async () => {
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'stateful',
      releases: [
        { version: '1.0.0' },
        { version: '1.1.0', state: 'quarantine', statusReason: 'blocked_by_findings' },
      ],
    });

    expect(await rightsOf(alice, 'stateful')).toEqual([
      'mayYank',
      'mayDeprecate',
      'mayHold',
      'mayRescan',
      'mayDecideFiles',
      'mayDelete',
    ]);
    expect(await rightsOf(alice, 'stateful', '1.1.0')).toEqual(['mayRescan', 'mayReview', 'mayDecide']);
    expect(await rightsOf(bob, 'stateful')).toEqual([]);
  });

  it('contains the release repositories of the same owner while it is staged', async () => {
    const slug = `${alice.username}-released`;
    for (const [kind, name] of [
      ['staging', `${alice.username}-staged`],
      ['release', slug],
    ]) {
      const body = { slug: name, name, kind };
      expect((await api.call('POST', '/v1/repositories', { token: alice.token, body })).status).toBe(201);
    }
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'staged',
      releases: [{ version: '1.0.0' }],
    });
    await api.pool.query(sql.unsafe`
      update packages set repository_id = (
        select id from repositories where slug = ${`${alice.username}-staged`}) where name = 'staged'`);
    const targets = async (person: Person) => {
      const caller = await callerOf(person);
      const found = await services.releases.get(caller, { ...named('staged'), version: '1.0.0' });
      return (await services.releases.rightsOn(caller, found)).promotesTo;
    };

    expect(await targets(alice)).toEqual([slug]);
    await expect(targets(bob)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('several versions', () => {
  it('are yanked, deprecated and deleted together, or none of them', async () => {
    const { url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'several',
      releases: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '2.0.0' }],
    });
    const caller = await callerOf(alice);
    const stateOf = async (version: string) =>
      (await api.call('GET', `${url}/releases/${version}`, { token: alice.token })).body['status'];
    const both = { ...named('several'), versions: ['1.0.0', '1.1.0'] };

    const missing = { ...named('several'), versions: ['2.0.0', '9.0.0'] };
    const yank = { isYanked: true, reason: 'broken' };
    await expect(services.releases.yankMany(caller, missing, yank)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await stateOf('2.0.0')).toBe('published');

    await services.releases.yankMany(caller, both, yank);
    expect([await stateOf('1.0.0'), await stateOf('1.1.0')]).toEqual(['yanked', 'yanked']);
    await services.releases.deprecateMany(caller, { ...both, versions: ['2.0.0'] }, 'old');
    expect(await stateOf('2.0.0')).toBe('deprecated');
    await services.releases.deleteMany(caller, both, null);
    expect([await stateOf('1.0.0'), await stateOf('1.1.0')]).toEqual(['deleted', 'deleted']);
    const stranger = await callerOf(bob);
    await expect(services.releases.yankMany(stranger, both, yank)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('an approval', () => {
  it('accepts the findings that it names in the same step, and no others', async () => {
    const blocking = { kind: 'secrets_exposed', severity: 'critical' };
    const { url, findingIds } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'accepting',
      releases: [
        {
          version: '1.0.0',
          state: 'quarantine',
          statusReason: 'blocked_by_findings',
          findings: [blocking, blocking],
        },
      ],
    });
    const approve = async (accepts: readonly string[]) => {
      const body = { reason: 'an example', accepts_findings: accepts };
      const approval = await approvalOf(api, url, alice.token, body);
      return api.call('POST', `${url}/releases/1.0.0/approve`, { token: alice.token, body: approval });
    };

    const listed = async () => {
      const all = { includeResolved: true, limit: 10, offset: 0 };
      const findings = await services.findings.list(await callerOf(alice), named('accepting'), all);
      return findings.map(({ resolution }) => resolution);
    };

    expect(await approve(findingIds.slice(0, 1))).toMatchObject({ status: 409 });
    expect(await approve([...findingIds, 'none'])).toMatchObject({ status: 404 });
    expect(await listed()).toEqual([null, null]);
    expect(await approve(findingIds)).toMatchObject({ status: 200, body: { status: 'published' } });
    expect(await listed()).toEqual(['accepted_risk', 'accepted_risk']);
  });
});
