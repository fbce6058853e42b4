import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../domain/caller.ts';
import { registerUser } from '../../../services/identity/register.ts';
import { grantMaintainer } from '../../../store/postgres/packages/package-grants.ts';
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
let carol: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, carol] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('carol'),
  ]);
  for (const [by, slug] of [
    [alice, 'acme'],
    [alice, 'other'],
    [carol, 'rival'],
  ] as const) {
    await send(by, 'POST', '/v1/orgs', { name: slug, slug });
    await newRepository(by, `${slug}-public`, { owner_org_slug: slug });
  }
});
afterAll(() => api.stop());

const send = (by: Person, method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });
const newRepository = (by: Person, slug: string, more: object = {}) =>
  send(by, 'POST', '/v1/repositories', { name: slug, slug, ...more });
const give = (by: Person, what: string, org: string, more: object = {}) =>
  send(by, 'POST', `/v1/${what}/ownership-transfer`, { target_org_slug: org, ...more });
const repository = async (slug: string, by = alice) =>
  (await send(by, 'GET', `/v1/repositories/${slug}`)).body;

async function newCrate(repositorySlug: string, name: string, visibility: 'public' | 'private' = 'public') {
  const { id } = await repository(repositorySlug);
  return seedCrate(api, {
    repositoryId: id,
    name,
    visibility,
    releases: [{ version: '1.0.0' }],
  });
}

const actionsOn = async (org: string) => {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select audit_log.action from audit_log join organizations on organizations.id = audit_log.target_org_id
    where organizations.slug = ${org} order by audit_log.occurred_at, audit_log.id`);
  return rows.map(({ action }) => action);
};

describe('a repository', () => {
  it('goes to an organization with its packages, and rights of teams on them end', async () => {
    await newRepository(alice, 'moving', { owner_org_slug: 'acme' });
    await newCrate('moving', 'moving-crate', 'private');
    await send(alice, 'POST', '/v1/orgs/acme/members', { username: 'bob', role: 'billing_manager' });
    await send(alice, 'POST', '/v1/orgs/acme/teams', { name: 'Core', slug: 'core' });
    await send(alice, 'POST', '/v1/orgs/acme/teams/core/members', { username: 'bob' });
    await send(alice, 'PUT', '/v1/orgs/acme/teams/core/package-access/cargo/moving-crate', {
      permissions: ['publish'],
    });
    const look = async (by: Person) => (await send(by, 'GET', '/v1/packages/cargo/moving-crate')).status;
    expect(await look(bob)).toBe(200);

    expect(await give(alice, 'repositories/moving', 'other')).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    const { id: packageId } = (await send(alice, 'GET', '/v1/packages/cargo/moving-crate')).body;
    await api.pool.transaction((tx) => grantMaintainer(tx, String(packageId), carol.id));
    const moved = await give(alice, 'repositories/moving', 'other', { move_packages: true });

    expect(moved).toMatchObject({ status: 200, body: { repository: { owner_org_slug: 'other' } } });
    expect(moved.body['cleared_grants']).toMatchObject([
      { holder_type: 'user', holder: 'carol', permissions: ['publish', 'write_metadata'] },
      { holder_type: 'team', holder: 'core', permissions: ['publish'] },
    ]);
    expect([await look(bob), await look(alice), await look(carol)]).toEqual([404, 200, 404]);
    expect(await actionsOn('acme')).toContain('repository_transfer');
    expect(await actionsOn('other')).toContain('repository_transfer');
    expect((await give(alice, 'repositories/moving', 'other', { move_packages: true })).body['code']).toBe(
      'duplicate',
    );
  });

  it('of a person becomes an organization’s, and is given by its owner to where they may', async () => {
    await newRepository(bob, 'bobs');
    await newRepository(bob, 'bobs-secret', { kind: 'private' });

    expect((await give(carol, 'repositories/bobs', 'rival')).status).toBe(403);
    expect((await give(carol, 'repositories/bobs-secret', 'rival')).status).toBe(404);
    expect((await give(bob, 'repositories/bobs', 'rival')).status).toBe(403);
    expect((await give(bob, 'repositories/bobs', 'missing')).status).toBe(404);
    await send(carol, 'POST', '/v1/orgs/rival/members', { username: 'bob', role: 'admin' });
    expect(await give(bob, 'repositories/bobs', 'rival')).toMatchObject({
      status: 200,
      body: { repository: { owner_org_slug: 'rival', owner_username: null } },
    });
    const weak = await api.createToken(bob.id, ['repositories:write']);
    expect(
      await api.call('POST', '/v1/repositories/bobs-secret/ownership-transfer', {
        token: weak,
        body: { target_org_slug: 'rival' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  it('goes to one of two organizations that ask at once', async () => {
    await newRepository(alice, 'wanted');

    const answers = await Promise.all(
      ['acme', 'acme', 'acme'].map((org) => give(alice, 'repositories/wanted', org)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await repository('wanted'))['owner_org_slug']).toBe('acme');
  });

  it('is deleted when nothing is in it', async () => {
    await newRepository(alice, 'empty');
    await newRepository(alice, 'full');
    await newCrate('full', 'full-crate');

    expect((await send(bob, 'DELETE', '/v1/repositories/empty')).status).toBe(403);
    expect((await send(alice, 'DELETE', '/v1/repositories/full')).status).toBe(409);
    expect((await send(alice, 'DELETE', '/v1/repositories/empty')).status).toBe(204);
    expect((await send(alice, 'DELETE', '/v1/repositories/empty')).status).toBe(404);
  });
});

describe('a package', () => {
  it('goes to the repository of an organization that shows it to the same people', async () => {
    await newRepository(alice, 'alices', {});
    await newCrate('alices', 'gift');
    await newCrate('alices', 'alices-secret', 'private');

    expect((await give(bob, 'packages/cargo/gift', 'rival')).status).toBe(403);
    expect((await give(bob, 'packages/cargo/alices-secret', 'rival')).status).toBe(404);
    const given = await give(alice, 'packages/cargo/gift', 'acme');

    expect(given).toMatchObject({
      status: 200,
      body: { package: { repository_slug: 'acme-public', owner_org_slug: 'acme' } },
    });
    expect((await give(alice, 'packages/cargo/gift', 'acme')).body['code']).toBe('duplicate');
    expect(await actionsOn('acme')).toContain('package_transfer');
    const listed = await api.call('GET', '/v1/orgs/acme/packages');
    expect(listed.body['packages']).toMatchObject([{ name: 'gift', repository_slug: 'acme-public' }]);
  });

  it('ends the rights that people have on it, but those that the request names, and says which', async () => {
    const [dora, emil] = await Promise.all([api.createPerson('dora'), api.createPerson('emil')]);
    const { id } = await newCrate('alices', 'tended');
    for (const { id: userId } of [dora, emil]) {
      await api.pool.transaction((tx) => grantMaintainer(tx, id, userId));
      api.platform.authenticator.forget({ kind: 'user', id: userId });
    }
    const edit = async (by: Person) =>
      (await api.call('PATCH', '/v1/packages/cargo/tended', { token: by.token, body: { description: 'x' } }))
        .status;
    expect([await edit(dora), await edit(emil)]).toEqual([200, 200]);

    expect(await give(alice, 'packages/cargo/tended', 'acme', { keep_maintainers: ['bob'] })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
    const given = await give(alice, 'packages/cargo/tended', 'acme', { keep_maintainers: ['Emil'] });

    expect(given).toMatchObject({
      status: 200,
      body: {
        cleared_total: 1,
        cleared_grants: [
          {
            holder_type: 'user',
            holder: 'dora',
            target_type: 'package',
            ecosystem: 'cargo',
            target: 'tended',
            permissions: ['publish', 'write_metadata'],
          },
        ],
      },
    });
    expect([await edit(dora), await edit(emil)]).toEqual([403, 200]);
    const [entry] = await api.pool.any(sql.type(AnyRow)`
      select target_user_id from audit_log
      where action = 'package_maintainer_remove' and target_package_id = ${id}`);
    expect(entry).toEqual({ targetUserId: dora.id });
    // the organization's rule about second factors applies to a remaining maintainer without membership
    await api.pool.query(sql.unsafe`update organizations set mfa_required = true where slug = 'acme'`);
    api.platform.authenticator.forgetAll();
    const strict = await api.call('PATCH', '/v1/packages/cargo/tended', {
      token: emil.token,
      body: { description: 'y' },
    });
    expect(strict).toMatchObject({ status: 403, body: { code: 'mfa_enrolment_required' } });
    await api.pool.query(sql.unsafe`update organizations set mfa_required = false where slug = 'acme'`);
    api.platform.authenticator.forgetAll();
  });

  it('that moves while others change it is found where it is then', async () => {
    await newCrate('alices', 'busy');
    const edit = (index: number) =>
      api.call('PATCH', '/v1/packages/cargo/busy', {
        token: alice.token,
        body: { description: `text ${index}` },
      });

    const answers = await Promise.all([
      edit(1),
      give(alice, 'packages/cargo/busy', 'acme'),
      edit(2),
      give(alice, 'packages/cargo/busy', 'other'),
      edit(3),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('stays where the organization could not show it', async () => {
    await send(alice, 'POST', '/v1/orgs', { name: 'closed', slug: 'closed' });
    await newRepository(alice, 'closed-private', { owner_org_slug: 'closed', kind: 'private' });
    await newCrate('alices', 'too-public');

    expect(await give(alice, 'packages/cargo/too-public', 'closed')).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    expect((await send(alice, 'GET', '/v1/packages/cargo/too-public')).body['repository_slug']).toBe(
      'alices',
    );
  });
});

describe('a namespace', () => {
  it('goes to an organization, and its new owner alone manages it', async () => {
    const claimed = await send(carol, 'POST', '/v1/namespaces', { ecosystem: 'npm', namespace: 'shared' });
    const { id } = claimed.body;

    expect((await give(bob, `namespaces/${id}`, 'rival')).status).toBe(404);
    expect((await give(carol, `namespaces/${id}`, 'acme')).status).toBe(403);
    expect(await give(carol, `namespaces/${id}`, 'rival')).toMatchObject({
      status: 200,
      body: { namespace_claim: { owner_user_id: null, can_manage: true }, owner: { slug: 'rival' } },
    });
    expect((await give(carol, `namespaces/${id}`, 'rival')).body['code']).toBe('duplicate');
    expect((await give(alice, `namespaces/${id}`, 'acme')).status).toBe(404);
    expect((await give(carol, 'namespaces/00000000-0000-7000-8000-000000000000', 'rival')).status).toBe(404);
  });
});

describe('the names of an organization that is gone', () => {
  it('are its owner’s, or no one’s: no stranger gets its slug, its namespaces or its repositories', async () => {
    await send(alice, 'POST', '/v1/orgs', { name: 'ended', slug: 'ended' });
    await newRepository(alice, 'ended-empty', { owner_org_slug: 'ended' });
    const { id: organizationId } = (await send(alice, 'GET', '/v1/orgs/ended')).body;
    const claims: string[] = [];
    for (const [ecosystem, namespace] of [
      ['npm', 'ended'],
      ['maven', 'org.ended'],
      ['composer', 'ended-vendor'],
    ]) {
      const { body } = await send(alice, 'POST', '/v1/namespaces', {
        ecosystem,
        namespace,
        owner_org_id: organizationId,
      });
      claims.push(String(body['id']));
    }

    expect((await send(alice, 'DELETE', '/v1/orgs/ended')).status).toBe(202);

    const held = await send(alice, 'GET', `/v1/namespaces?owner_user_id=${alice.id}`);
    expect(held.body['namespaces'].map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(claims),
    );
    for (const by of [carol, alice]) {
      const made = await send(by, 'POST', '/v1/orgs', { name: 'ended', slug: 'ended' });
      expect(made.body['code']).toBe('name_reserved');
      // also in ecosystems in which the organization had no claim
      const claimed = await send(by, 'POST', '/v1/namespaces', { ecosystem: 'oci', namespace: 'ended' });
      expect(claimed).toMatchObject({ status: 422, body: { code: 'name_reserved' } });
      for (const slug of ['ended', 'ended-empty']) {
        expect((await newRepository(by, slug)).body['code']).toBe('slug_taken');
      }
    }
    const account = { username: 'Ended', email: 'ended@example.com', password: 'correct horse battery' };
    const registered = registerUser(api.platform, operator, account);
    await expect(registered).rejects.toMatchObject({ code: 'name_reserved' });
  });

  it('and the slug of a deleted repository is its last owner’s alone', async () => {
    await newRepository(alice, 'left');
    expect((await send(alice, 'DELETE', '/v1/repositories/left')).status).toBe(204);

    expect((await newRepository(carol, 'left')).body['code']).toBe('slug_taken');
    expect((await newRepository(alice, 'left')).status).toBe(201);
  });
});

describe('what an organization has', () => {
  it('is listed as far as one may know', async () => {
    await send(alice, 'POST', '/v1/orgs', { name: 'mixed', slug: 'mixed' });
    await newRepository(alice, 'mixed-open', { owner_org_slug: 'mixed' });
    await newRepository(alice, 'mixed-closed', { owner_org_slug: 'mixed', kind: 'private' });
    await newCrate('mixed-open', 'mixed-a');
    await newCrate('mixed-open', 'mixed-b', 'private');
    await newCrate('mixed-closed', 'mixed-c', 'private');
    const names = async (what: 'repositories' | 'packages', by?: Person) => {
      const { body } = await api.call('GET', `/v1/orgs/mixed/${what}`, { token: by?.token });
      return body[what].map((each: { slug?: string; name: string }) => each.slug ?? each.name);
    };

    expect(await names('repositories')).toEqual(['mixed-open']);
    expect(await names('packages')).toEqual(['mixed-a']);
    expect(await names('packages', bob)).toEqual(['mixed-a']);
    expect(await names('repositories', alice)).toEqual(['mixed-closed', 'mixed-open']);
    expect(await names('packages', alice)).toEqual(['mixed-a', 'mixed-b', 'mixed-c']);
    const counts = await api.call('GET', '/v1/orgs/mixed/repositories');
    expect(counts.body['repositories'][0]).toMatchObject({ package_count: 1, can_transfer: false });
    const own = await send(alice, 'GET', '/v1/orgs');
    expect(own.body['organizations']).toContainEqual(
      expect.objectContaining({ slug: 'mixed', role: 'owner' }),
    );
    expect((await api.call('GET', '/v1/orgs')).status).toBe(401);
  });

  it('keeps an organization from being deleted; without packages it goes with all the rest', async () => {
    await send(alice, 'POST', '/v1/orgs', { name: 'gone', slug: 'gone' });
    await newRepository(alice, 'gone-one', { owner_org_slug: 'gone' });
    await send(alice, 'POST', '/v1/orgs/gone/teams', { name: 'T', slug: 't' });
    await send(alice, 'POST', '/v1/orgs/gone/members', { username: 'bob', role: 'admin' });

    expect((await send(alice, 'DELETE', '/v1/orgs/mixed')).body['code']).toBe('invalid_state');
    expect((await send(bob, 'DELETE', '/v1/orgs/gone')).status).toBe(403);
    expect((await send(alice, 'DELETE', '/v1/orgs/gone')).status).toBe(202);

    expect((await api.call('GET', '/v1/orgs/gone')).status).toBe(404);
    expect((await api.call('GET', '/v1/repositories/gone-one')).status).toBe(404);
    const [entry] = await api.pool.any(sql.type(AnyRow)`
      select actor_user_id from audit_log where action = 'org_delete'`);
    expect(entry).toEqual({ actorUserId: alice.id });
  });
});
