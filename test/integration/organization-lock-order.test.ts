import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { npm } from '../../ecosystems/npm/index.ts';
import { createAdmin } from '../../services/identity/create-admin.ts';
import type { JobRuns } from '../../services/jobs/runs.ts';
import { newId } from '../../store/postgres/ids.ts';
import { limitLockWait } from '../../store/postgres/lock-wait.ts';
import { lockOrganization } from '../../store/postgres/organizations/organizations.ts';
import { sql } from '../../store/postgres/pool.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { AnyRow, type Person } from '../support/management.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(npm);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

const call = (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object) =>
  platform.api.call(method, `/v1${path}`, { token: alice.token, ...(body && { body }) });

/** An organization with an empty repository that has the same slug. */
async function createOrganization(slug: string): Promise<{ id: string; repositoryId: string }> {
  expect((await call('POST', '/orgs', { name: slug, slug })).status).toBe(201);
  const repository = { name: slug, slug, owner_org_slug: slug, kind: 'public' };
  expect((await call('POST', '/repositories', repository)).status).toBe(201);
  return platform.api.pool.one(sql.type(AnyRow)`
    select owner_org_id as id, repositories.id as repository_id from repositories where slug = ${slug}`) as Promise<{
    id: string;
    repositoryId: string;
  }>;
}

const url = () => platform.api.platform.config.database.url;

test('a name that a first publish holds is waited for before anything that it needs', async () => {
  const { id } = await createOrganization('held-name');
  const publish = await holdLock(
    url(),
    `select pg_advisory_xact_lock(hashtextextended('name:held-name', 0))`,
  );

  const removing = call('DELETE', '/orgs/held-name');
  await eventually(async () => expect(await publish.waiting()).toBe(1));
  // bounds the wait of this transaction for the locks of the deletion
  await publish.also(`set local lock_timeout = '300ms'`);
  await publish.also(
    `insert into namespaces (id, ecosystem, name, owner_org_id) values ($1, 'npm', 'held-name', $2)`,
    [newId(), id],
  );
  await publish.commit();

  expect((await removing).status).toBe(202);
  const claim = await platform.api.pool.one(sql.type(AnyRow)`
    select owner_user_id, owner_org_id from namespaces where name = 'held-name'`);
  expect(claim).toEqual({ ownerUserId: alice.id, ownerOrgId: null });
});

test('a first package that comes while an organization is removed is seen by that', async () => {
  const { repositoryId } = await createOrganization('first-package');
  const publish = await holdLock(
    url(),
    `insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
     values ($1, $2, 'npm', 'first-package', 'first-package', 'public')`,
    [newId(), repositoryId],
  );

  const removing = call('DELETE', '/orgs/first-package');
  await eventually(async () => expect(await publish.waiting()).toBe(1));
  await publish.commit();

  expect(await removing).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
});

test('first publishes and removals at the same time leave a package with its repository, or neither', async () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `crowd-${index}`);
  for (const slug of slugs) await createOrganization(slug);

  const outcomes = await Promise.all(
    slugs.map(async (slug) => {
      const draft = { name: `@${slug}/lib`, version: '1.0.0' };
      const published = platform.upload(alice, draft, { repositorySlug: slug }).then(
        () => 'published',
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      );
      const [outcome, { status }] = await Promise.all([published, call('DELETE', `/orgs/${slug}`)]);
      return `${status} ${outcome}`;
    }),
  );

  const possible = ['409 published', '202 not_found', '202 forbidden', '202 name_reserved', '202 overloaded'];
  expect(possible).toEqual(expect.arrayContaining(outcomes));
});

test('a removal with packages is on record before its job is asked for, which is started without a lock', async () => {
  const { id } = await createOrganization('to-archive');
  await platform.upload(
    alice,
    { name: '@to-archive/lib', version: '1.0.0' },
    { repositorySlug: 'to-archive' },
  );
  const { pool } = platform.api;
  let wasFree = false;
  const start: JobRuns['start'] = async () => {
    await pool.transaction(async (tx) => {
      await limitLockWait(tx, 100);
      wasFree = (await lockOrganization(tx, id)) !== null;
    });
    throw new DomainError('not_ready', 'the workflow service is away');
  };
  Object.assign(platform.api.platform.jobRuns, { start });

  expect(await call('DELETE', '/orgs/to-archive?packages=archive')).toMatchObject({
    status: 202,
    body: { job_id: null },
  });
  expect(wasFree).toBe(true);
  const asked = await pool.exists(
    sql.unsafe`select from organization_deletions where organization_id = ${id}`,
  );
  expect(asked).toBe(true);
});

test('a new password of an administrator waits for what is published with the old one', async () => {
  const { api } = platform;
  const account = { username: 'alice', email: 'alice@example.org', password: randomPassword };
  const publish = await holdLock(url(), 'select from users where id = $1 for key share', [alice.id]);

  const changing = createAdmin(api.platform, operator, account);
  await eventually(async () => expect(await publish.waiting()).toBe(1));
  await publish.release();

  await changing;
});

const randomPassword = 'correct horse battery staple 9';
