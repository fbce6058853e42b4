import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../domain/caller.ts';
import { registerUser } from '../../../services/identity/register.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, admin] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('root-of-all', true),
  ]);
});
afterAll(() => api.stop());

const claim = (person: Person, namespace: string, more: object = {}) =>
  api.call('POST', '/v1/namespaces', {
    token: person.token,
    body: { ecosystem: 'npm', namespace, ...more },
  });
const lookUp = (ecosystem: string, namespace: string, person?: Person) =>
  api.call('GET', `/v1/namespaces/lookup?ecosystem=${ecosystem}&namespace=${namespace}`, {
    token: person?.token,
  });
const list = async (person: Person, query: string) => {
  const { body } = await api.call('GET', `/v1/namespaces?${query}`, { token: person.token });
  return body['namespaces'].map(({ namespace }: { namespace: string }) => namespace);
};

describe('claiming a namespace', () => {
  it('makes it one’s own in that ecosystem, and its name can not be registered', async () => {
    const answer = await claim(alice, 'corp');

    expect(answer).toMatchObject({
      status: 201,
      body: {
        ecosystem: 'npm',
        namespace: 'corp',
        owner_user_id: alice.id,
        owner_org_id: null,
        can_manage: true,
      },
    });
    const account = { username: 'Corp', email: 'corp@example.com', password: 'correct horse battery' };
    await expect(registerUser(api.platform, operator, account)).rejects.toMatchObject({
      code: 'name_reserved',
    });
    expect(await claim(bob, 'corp')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect((await claim(bob, 'corp', { ecosystem: 'oci' })).status).toBe(201);
    expect(await lookUp('npm', 'corp', alice)).toMatchObject({
      status: 200,
      body: { ecosystem: 'npm', namespace: 'corp', owner: 'alice' },
    });
  });

  it('keeps what lies in it for its owner, who may give a part of it another claim', async () => {
    const ecosystem = { ecosystem: 'maven' };
    expect((await claim(alice, 'org.acme', ecosystem)).status).toBe(201);

    expect(await claim(bob, 'org.acme.tools', ecosystem)).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    });
    expect((await claim(alice, 'org.acme.tools', ecosystem)).status).toBe(201);
    expect((await claim(bob, 'org.acmecorp', ecosystem)).status).toBe(201);
  });

  it.each(['com', 'org', 'uk.co', 'io.github', 'com.github'])(
    'is refused for the Maven group %s, also to administrators, and says why',
    async (namespace) => {
      for (const person of [bob, admin]) {
        const answer = await claim(person, namespace, { ecosystem: 'maven' });

        expect(answer).toMatchObject({ status: 422, body: { code: 'name_reserved' } });
        expect(answer.body['detail']).toContain(`the groupId ${namespace} is the domain`);
      }
    },
  );

  it('takes along what its owner has published under it before', async () => {
    const { id } = await seedCrate(api, { repositoryId: alice.repositoryId, name: 'earlier', releases: [] });
    const foreign = await seedCrate(api, { repositoryId: bob.repositoryId, name: 'foreign', releases: [] });
    for (const [packageId, name] of [
      [id, '@early/a'],
      [foreign.id, '@early/b'],
    ]) {
      await api.pool.query(sql.unsafe`
        update packages set ecosystem = 'npm', name = ${name ?? ''}, name_key = ${name ?? ''} where id = ${packageId ?? ''}`);
    }

    const claimed = await claim(alice, 'early');

    const placed = await api.pool.any(sql.type(
      z.object({ nameKey: z.string(), namespaceId: z.string().nullable() }),
    )`
      select packages.name_key, packages.namespace_id from packages where packages.name_key like '@early/%'
      order by packages.name_key`);
    expect(placed).toEqual([
      { nameKey: '@early/a', namespaceId: claimed.body['id'] },
      { nameKey: '@early/b', namespaceId: null },
    ]);
  });

  it.each([
    ['a user’s name', 'bob', {}, 403, 'forbidden'],
    ['a word of the platform', 'registry', {}, 422, 'name_reserved'],
    ['what can be no scope', 'a/b', {}, 422, 'invalid_name'],
    ['a scope with what is only its sign', '@acme', {}, 422, 'invalid_name'],
    ['where names have no namespace', 'corp', { ecosystem: 'cargo' }, 422, 'invalid_name'],
    ['in an ecosystem that is unknown', 'corp', { ecosystem: 'apt' }, 404, 'not_found'],
  ])('is refused for %s', async (_what, namespace, more, status, code) => {
    expect(await claim(alice, namespace, more)).toMatchObject({ status, body: { code } });
  });

  it('needs the scope, and for others an administrator; what bears a name goes to who bears it', async () => {
    const token = await api.createToken(alice.id, ['packages:write']);
    expect(await claim({ ...alice, token }, 'scoped')).toMatchObject({
      body: { code: 'insufficient_scope' },
    });
    expect((await claim(alice, 'gift', { owner_user_id: bob.id })).status).toBe(403);
    expect((await claim(admin, 'gift', { owner_user_id: bob.id })).body['owner_user_id']).toBe(bob.id);
    expect((await claim(admin, 'bob', { owner_user_id: alice.id })).status).toBe(403);
    expect((await claim(admin, 'nowhere', { owner_user_id: newId() })).status).toBe(404);
  });

  it('for an organization is its administrators’', async () => {
    const id = newId();
    await api.pool.query(
      sql.unsafe`insert into organizations (id, slug, name) values (${id}, 'acme', 'Acme')`,
    );
    await api.pool.query(sql.unsafe`
      insert into members (organization_id, user_id, role)
      values (${id}, ${alice.id}, 'admin'), (${id}, ${bob.id}, 'publisher')`);
    for (const person of [alice, bob]) api.platform.authenticator.forget({ kind: 'user', id: person.id });

    expect((await claim(bob, 'acme', { owner_org_id: id })).status).toBe(403);
    expect((await claim(alice, 'acme')).status).toBe(403);
    expect(await claim(alice, 'acme', { owner_org_id: id })).toMatchObject({
      status: 201,
      body: { owner_org_id: id, owner_user_id: null },
    });
    expect(await list(bob, `owner_org_id=${id}`)).toEqual(['acme']);
  });
});

describe('claims', () => {
  it('are listed for people who are known, by name, filtered and in pages', async () => {
    const carol = await api.createPerson();
    for (const name of ['zeta', 'eta', 'theta']) await claim(carol, name);

    expect((await api.call('GET', '/v1/namespaces')).status).toBe(401);
    for (const person of [carol, admin]) {
      expect(await list(person, `owner_user_id=${carol.id}`)).toEqual(['eta', 'theta', 'zeta']);
      expect(await list(person, `owner_user_id=${carol.id}&per_page=2&page=2`)).toEqual(['zeta']);
      expect(await list(person, `owner_user_id=${carol.id}&verified=true`)).toEqual([]);
      expect(await list(person, `owner_user_id=${carol.id}&ecosystem=oci`)).toEqual([]);
    }
  });

  it('are shown to their holders alone until something in them is public', async () => {
    const carol = await api.createPerson();
    const { id } = (await claim(carol, 'org.hush.plan', { ecosystem: 'maven' })).body;
    const crate = await seedCrate(api, {
      repositoryId: carol.repositoryId,
      name: 'hush',
      visibility: 'private',
      releases: [{ version: '1.0.0' }],
    });
    await api.pool.query(sql.unsafe`
      update packages set ecosystem = 'maven', name = 'org.hush.plan:a', name_key = 'org.hush.plan:a',
        namespace_id = ${String(id)} where id = ${crate.id}`);
    const look = async (person?: Person) => [
      person && (await list(person, `owner_user_id=${carol.id}`)),
      (await lookUp('maven', 'org.hush.plan', person)).status,
      (await api.call('GET', `/v1/namespaces/${String(id)}/keys`, { token: person?.token })).status,
    ];

    expect(await look(bob)).toEqual([[], 404, 404]);
    expect(await look()).toEqual([undefined, 404, 404]);
    expect(await look(carol)).toEqual([['org.hush.plan'], 200, 200]);
    expect(await look(admin)).toEqual([['org.hush.plan'], 200, 200]);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/verification'],
      ['POST', '/verification/check'],
    ] as const) {
      const answer = await api.call(method, `/v1/namespaces/${String(id)}${path}`, { token: bob.token });
      expect(answer.status).toBe(404);
    }
    // the answer says only that the name is taken: neither the owner, nor which enclosing name is claimed
    const inside = await claim(bob, 'org.hush.plan.b', { ecosystem: 'maven' });
    expect(inside.body['detail']).toBe('the namespace org.hush.plan.b, or one around it, is claimed already');

    await api.pool.query(sql.unsafe`update packages set visibility = 'public' where id = ${crate.id}`);
    expect(await look(bob)).toEqual([['org.hush.plan'], 200, 200]);
    expect(await look()).toEqual([undefined, 200, 200]);
  });

  it('are released by their owner while there is no package in them', async () => {
    const id = String((await claim(alice, 'short-lived')).body['id']);
    const release = (person: Person) => api.call('DELETE', `/v1/namespaces/${id}`, { token: person.token });
    const packageId = newId();
    await api.pool.query(sql.unsafe`
      insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
      values (${packageId}, ${alice.repositoryId}, 'npm', '@short-lived/a', '@short-lived/a', 'private')`);

    expect((await release(bob)).status).toBe(404);
    expect(await release(alice)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await api.pool.query(sql.unsafe`delete from packages where id = ${packageId}`);
    expect((await release(alice)).status).toBe(204);
    expect((await release(alice)).status).toBe(404);
    expect((await claim(bob, 'short-lived')).status).toBe(201);
  });
});
