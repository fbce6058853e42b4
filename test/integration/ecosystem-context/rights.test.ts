import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import type { Person } from '../../support/management.ts';
import { startTagged, type TaggedPlatform } from '../../support/tagged-context.ts';

let platform: TaggedPlatform;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  platform = await startTagged();
  ({ alice, bob } = platform);
});
afterAll(() => platform?.stop());

const named = (code: string) => expect.objectContaining({ code });

describe('maintainers', () => {
  const setTo = (person: Person, name: string, usernames: string[]) =>
    platform.as(person, ({ context, caller }) => context.packages.setMaintainers(caller, name, usernames));
  const may = (person: Person | undefined, name: string) =>
    platform.as(person, ({ context, caller }) => context.packages.permissions(caller, name));

  test('publish, tag and read what is private until they are taken off the list', async () => {
    const name = platform.fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0', visibility: 'private' });
    await expect(platform.versionsOf(name, bob)).rejects.toEqual(named('not_found'));

    await setTo(alice, name, ['alice', 'bob']);
    await platform.publish(bob, { name, version: '1.1.0', tags: ['latest'] });

    expect(await platform.versionsOf(name, bob)).toEqual(['1.0.0', '1.1.0']);
    expect(await may(bob, name)).toEqual({ exists: true, read: true, publish: true, delete: false });
    expect((await platform.api.call('GET', `/v1/packages/cargo/${name}`, { token: bob.token })).status).toBe(
      200,
    );
    await expect(setTo(bob, name, [])).rejects.toEqual(named('forbidden'));
    await setTo(alice, name, ['alice']);
    await expect(platform.versionsOf(name, bob)).rejects.toEqual(named('not_found'));
    await expect(platform.upload(bob, { name, version: '1.2.0' })).rejects.toEqual(named('forbidden'));
    const changes = (await platform.auditOf(packageId)).filter((action) =>
      action.startsWith('package_maintainer'),
    );
    expect(changes).toEqual(['package_maintainer_add', 'package_maintainer_remove']);
  });

  test('are people who exist; the owner needs no mention', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    const owners = () =>
      platform.as(undefined, async ({ context, caller }) =>
        (await context.packages.listOwners(caller, name)).map(({ username }) => username),
      );

    await expect(setTo(alice, name, ['bob', 'missing'])).rejects.toThrow(/user missing not found/);
    await setTo(alice, name, ['BOB']);
    const revision = await platform.revisionOf(name);
    await setTo(alice, name, ['alice', 'bob']);

    expect(await owners()).toEqual(['alice', 'bob']);
    expect(await platform.revisionOf(name)).toBe(revision);
  });
});

describe('a namespace', () => {
  test('with the name of a person belongs to that person, another one is free', async () => {
    await platform.publish(alice, { name: `alice-${platform.fresh()}`, version: '1.0.0' });
    await platform.publish(bob, { name: `unknown-${platform.fresh()}`, version: '1.0.0' });

    await expect(platform.upload(bob, { name: 'alice-mine', version: '1.0.0' })).rejects.toThrow(
      /the namespace alice belongs to another account/,
    );
    const may = await platform.as(bob, ({ context, caller }) =>
      context.packages.permissions(caller, 'alice-mine'),
    );
    expect(may).toMatchObject({ exists: false, read: false, publish: false, delete: false });
  });

  test('of an organization is for those who publish there, and the package becomes its own', async () => {
    const { pool } = platform.api;
    const organization = '0198c0de-0000-7000-8000-00000000acce';
    await pool.query(sql.unsafe`
      insert into organizations (id, slug, name) values (${organization}, 'acme', 'Acme')`);
    await pool.query(sql.unsafe`
      insert into members (organization_id, user_id, role) values (${organization}, ${alice.id}, 'publisher')`);
    await pool.query(sql.unsafe`
      insert into repositories (id, slug, name, kind, visibility, owner_org_id)
      values ('0198c0de-0000-7000-8000-00000000accf', 'acme-main', 'Main', 'public', 'public', ${organization})`);
    const name = `acme-${platform.fresh()}`;

    await platform.publish(alice, { name, version: '1.0.0' });

    expect((await platform.rowOf(name))['repositoryId']).toBe('0198c0de-0000-7000-8000-00000000accf');
    await expect(platform.upload(bob, { name: 'acme-other', version: '1.0.0' })).rejects.toEqual(
      named('forbidden'),
    );
  });
});

test('a worker asks for the second factor that the organization asks its members for', async () => {
  const { pool } = platform.api;
  const [organization, slug] = ['0198c0de-0000-7000-8000-0000000fac00', 'strict-one'];
  const person = await platform.api.createPerson(`member${platform.fresh()}`);
  await pool.query(sql.unsafe`
    insert into organizations (id, slug, name, mfa_required) values (${organization}, ${slug}, 'Strict', true)`);
  await pool.query(sql.unsafe`
    insert into members (organization_id, user_id, role) values (${organization}, ${person.id}, 'publisher')`);
  await pool.query(sql.unsafe`
    insert into repositories (id, slug, name, kind, visibility, owner_org_id)
    values ('0198c0de-0000-7000-8000-0000000fac01', 'strict-main', 'Main', 'public', 'public', ${organization})`);
  const publish = (name: string) => platform.publish(person, { name, version: '1.0.0' });
  const name = `strict-${platform.fresh()}`;
  const setFactor = (isThere: boolean) =>
    pool.query(sql.unsafe`update users set mfa_enabled = ${isThere} where id = ${person.id}`);

  await setFactor(true);
  await publish(name);
  await pool.query(sql.unsafe`
    update packages set repository_id = '0198c0de-0000-7000-8000-0000000fac01' where name = ${name}`);
  await setFactor(false);
  const next = { name, version: '1.1.0' };
  await expect(platform.upload(person, next)).rejects.toEqual(named('mfa_enrolment_required'));
  await setFactor(true);
  await platform.publish(person, next);

  expect(await platform.versionsOf(name)).toEqual(['1.0.0', '1.1.0']);
});

describe('a free name', () => {
  const may = (person: Person | undefined, name: string) =>
    platform.as(person, ({ context, caller }) => context.packages.permissions(caller, name));

  test('gives every right to those who may take it, and to no other user', async () => {
    const name = `alice-${platform.fresh()}`;

    expect(await may(alice, name)).toEqual({ exists: false, read: true, publish: true, delete: true });
    for (const person of [bob, undefined]) {
      expect(await may(person, name)).toMatchObject({
        exists: false,
        read: false,
        publish: false,
        delete: false,
      });
    }
  });

  test('looks like a private one', async () => {
    const [taken, free] = [`alice-${platform.fresh()}`, `alice-${platform.fresh()}`];
    await platform.publish(alice, { name: taken, version: '1.0.0', visibility: 'private' });

    expect(await may(bob, taken)).toEqual(await may(bob, free));
  });
});

describe('tokens of a protocol', () => {
  const issue = (person: Person | undefined, seconds = 60) =>
    platform.as(person, ({ context, caller }) =>
      context.protocolTokens.issue(caller.actor, { access: [{ name: 'probe' }] }, seconds),
    );
  const open = (token: string) =>
    platform.as(undefined, async ({ context, request }) => {
      const opened = await context.protocolTokens.open(request, token);
      return opened && { actor: opened.caller.actor, claims: opened.claims };
    });

  test('carry who it is and what the ecosystem said, anonymous callers included', async () => {
    const [hers, anonymous] = [await issue(alice), await issue(undefined)];

    expect(await open(hers)).toMatchObject({
      actor: { kind: 'user', userId: alice.id },
      claims: { access: [{ name: 'probe' }] },
    });
    expect(await open(anonymous)).toEqual({
      actor: { kind: 'anonymous' },
      claims: { access: [{ name: 'probe' }] },
    });
    expect(await open(`${hers}x`)).toBeUndefined();
    expect(await open('pub_something')).toBeUndefined();
  });

  test('end with their time and with the credential behind them', async () => {
    const token = await platform.api.createToken(alice.id);
    const grant = await issue({ ...alice, token });
    expect(await open(grant)).toMatchObject({ actor: { userId: alice.id } });

    await platform.api.pool.query(sql.unsafe`
      update tokens set revoked_at = now() where user_id = ${alice.id} and revoked_at is null
        and created_at = (select max(created_at) from tokens where user_id = ${alice.id})`);
    platform.api.platform.authenticator.forget({ kind: 'user', id: alice.id });

    await expect(open(grant)).rejects.toEqual(named('token_revoked'));
    await expect(open(await issue(bob, -60))).rejects.toEqual(named('token_expired'));
  });

  test('that a password stands behind end with the password', async () => {
    const grant = await platform.as(bob, ({ context, caller }) => {
      const { actor } = caller;
      if (actor.kind !== 'user') throw new Error('no user is logged in');
      const { tokenId: _token, sessionId: _session, ...byPassword } = actor;
      return context.protocolTokens.issue(byPassword, {}, 60);
    });
    expect(await open(grant)).toMatchObject({ actor: { userId: bob.id } });

    await platform.api.pool.query(sql.unsafe`
      update users set password_hash = password_hash || 'x' where id = ${bob.id}`);
    platform.api.platform.authenticator.forget({ kind: 'user', id: bob.id });

    await expect(open(grant)).rejects.toEqual(named('token_revoked'));
  });

  test('of one ecosystem are nothing in another, nor is a session a grant', async () => {
    const { config, authenticator } = platform.api.platform;
    const session = await authenticator.sessions.sign({
      id: alice.id,
      userId: alice.id,
      scopes: [],
      expiresAt: new Date(Date.now() + 60_000),
    });
    const grant = await issue(alice);

    expect(config.secrets.jwtSecret).not.toBe('');
    expect(await open(session)).toBeUndefined();
    await expect(authenticator.authenticate(grant)).rejects.toEqual(named('invalid_credentials'));
  });
});
