import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../domain/caller.ts';
import { registerUser } from '../../../services/identity/register.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { holdLock } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { AnyRow, type Person } from '../../support/management.ts';
import { startTagged, type TaggedPlatform } from '../../support/tagged-context.ts';

let platform: TaggedPlatform;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  platform = await startTagged();
  ({ alice, bob } = platform);
});
afterAll(() => platform?.stop());

const version = '1.0.0';
const named = (code: string) => expect.objectContaining({ code });
const fresh = () => `n${randomBytes(5).toString('hex')}`;

function register(username: string) {
  const account = { username, email: `${username}@example.com`, password: 'correct horse battery' };
  return registerUser(platform.api.platform, operator, account);
}

async function ownersOf(namespace: string): Promise<unknown[]> {
  const claims = await platform.api.pool.any(sql.type(AnyRow)`
    select owner_user_id, owner_org_id from namespaces where name = ${namespace}`);
  return claims.map(({ ownerUserId, ownerOrgId }) => ownerUserId ?? ownerOrgId);
}

async function createOrganization(slug: string, members: Record<string, string>): Promise<string> {
  const { pool } = platform.api;
  const id = newId();
  await pool.query(sql.unsafe`insert into organizations (id, slug, name) values (${id}, ${slug}, ${slug})`);
  for (const [userId, role] of Object.entries(members)) {
    await pool.query(sql.unsafe`
      insert into members (organization_id, user_id, role) values (${id}, ${userId}, ${role})`);
  }
  return id;
}

async function createRepositoryOf(organizationId: string): Promise<void> {
  await platform.api.pool.query(sql.unsafe`
    insert into repositories (id, slug, name, kind, visibility, owner_org_id)
    values (${newId()}, ${fresh()}, 'Main', 'public', 'public', ${organizationId})`);
}

/** Runs both in concurrent transactions, which wait for the name and then continue. */
async function atOnce<A, B>(namespace: string, first: () => Promise<A>, second: () => Promise<B>) {
  const door = await holdLock(
    platform.api.platform.config.secrets.databaseUrl,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [`name:${namespace}`],
  );
  try {
    const both = Promise.allSettled([first(), second()]);
    await eventually(async () => expect(await door.waiting()).toBe(2));
    await door.release();
    return await both;
  } finally {
    await door.release();
  }
}

describe('an unowned namespace', () => {
  test('belongs to who published into it first: strangers create nothing there, nor do they hear of a right', async () => {
    const namespace = fresh();

    const { packageId } = await platform.publish(alice, { name: `${namespace}_one`, version });

    expect(await ownersOf(namespace)).toEqual([alice.id]);
    await expect(platform.upload(bob, { name: `${namespace}_two`, version })).rejects.toThrow(
      `the namespace ${namespace} belongs to another account`,
    );
    const may = await platform.as(bob, ({ context, caller }) =>
      context.packages.permissions(caller, `${namespace}_two`),
    );
    expect(may).toMatchObject({ exists: false, read: false, publish: false, delete: false });
    await platform.publish(alice, { name: `${namespace}_two`, version });
    expect(await platform.auditOf(packageId)).toContain('package_create');
  });

  test('stays its owner’s when the last package is gone', async () => {
    const namespace = fresh();
    const ref = await platform.upload(alice, { name: `${namespace}_one`, version });
    await platform.reject(ref);
    await platform.api.pool.query(sql.unsafe`delete from releases where package_id = ${ref.packageId}`);
    await platform.api.pool.query(sql.unsafe`delete from packages where id = ${ref.packageId}`);

    await expect(platform.upload(bob, { name: `${namespace}_two`, version })).rejects.toEqual(
      named('forbidden'),
    );
  });

  test('has one owner after two first publishes at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const namespace = fresh();

      const outcomes = await atOnce(
        namespace,
        () => platform.upload(alice, { name: `${namespace}_one`, version }),
        () => platform.upload(bob, { name: `${namespace}_two`, version }),
      );

      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(['forbidden']);
      const winner = outcomes[0].status === 'fulfilled' ? alice : bob;
      expect(await ownersOf(namespace)).toEqual([winner.id]);
    }
  });

  test('is not to be had when it is a word of the platform', async () => {
    await expect(platform.upload(alice, { name: 'registry_one', version })).rejects.toEqual(
      named('name_reserved'),
    );
  });
});

describe('an account', () => {
  test('can not be called like a namespace in which a user published', async () => {
    const namespace = fresh();
    await platform.publish(alice, { name: `${namespace}_one`, version });

    await expect(register(namespace.toUpperCase())).rejects.toEqual(named('name_reserved'));

    expect(await ownersOf(namespace)).toEqual([alice.id]);
  });

  test('that is registered while another user claims its name: one of the two is refused', async () => {
    const outcomes = [];
    for (let round = 0; round < 10; round += 1) {
      const namespace = fresh();

      const [registered, published] = await atOnce(
        namespace,
        () => register(namespace),
        () => platform.upload(alice, { name: `${namespace}_one`, version }),
      );

      outcomes.push([registered.status, published.status].toSorted());
      const owner = registered.status === 'fulfilled' ? { ...alice, id: registered.value.id } : alice;
      await platform.upload(owner, { name: `${namespace}_two`, version });
      expect(await ownersOf(namespace)).toEqual([owner.id]);
    }

    expect(outcomes).toEqual(Array.from({ length: 10 }, () => ['fulfilled', 'rejected']));
  });
});

describe('a namespace of an organization', () => {
  test('is claimed for it by its publishers, and its packages live in its repositories', async () => {
    const slug = fresh();
    const organization = await createOrganization(slug, { [alice.id]: 'publisher' });
    // in a member's personal repository the package would stay with a member who leaves
    await expect(platform.upload(alice, { name: `${slug}_one`, version })).rejects.toThrow(
      /publish to one of its repositories/,
    );
    await createRepositoryOf(organization);

    await platform.publish(alice, { name: `${slug}_one`, version });

    expect(await ownersOf(slug)).toEqual([organization]);
    await expect(platform.upload(bob, { name: `${slug}_two`, version })).rejects.toEqual(named('forbidden'));
  });
});

describe('where namespaces must be claimed first', () => {
  test('a publish into a free one is refused, in one’s own name too', async () => {
    const strict = await startTagged({ NAMESPACE_CLAIMS: 'required' });
    try {
      for (const name of ['free_one', 'alice_one']) {
        await expect(strict.upload(strict.alice, { name, version })).rejects.toThrow(
          /claim it before the first publish/,
        );
      }
      const body = { ecosystem: 'cargo', namespace: 'alice' };
      await strict.api.pool.query(sql.unsafe`
        insert into namespaces (id, ecosystem, name, owner_user_id)
        values (${newId()}, ${body.ecosystem}, ${body.namespace}, ${strict.alice.id})`);

      await strict.publish(strict.alice, { name: 'alice_one', version });
    } finally {
      await strict.stop();
    }
  });
});
