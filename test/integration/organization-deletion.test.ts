import { afterAll, beforeAll, expect, test } from 'vitest';
import { queues, workflowNames } from '../../workflows/definitions.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { publishNpm } from '../support/npm.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { openWorkflows } from '../support/workflows.ts';

let platform: SharedPlatform;
let owner: TestUser;
let member: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  [owner, member] = [await platform.createUser(), await platform.createUser()];
});
afterAll(() => platform?.stop());

async function call(method: string, path: string, bearer = owner.session, body?: object) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

/** An organization with one published crate. */
async function organizationWithCrate() {
  const slug = uniqueName('org').toLowerCase();
  await call('POST', '/orgs', owner.session, { name: slug, slug });
  await call('POST', '/repositories', owner.session, { name: slug, slug, owner_org_slug: slug });
  await call('POST', `/orgs/${slug}/members`, owner.session, { username: member.username, role: 'admin' });
  const crate = await makeCrate();
  const published = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  expect(published.status).toBe(200);
  return { slug, crate };
}

test('an approval that had no effect yet is void in the place of the heir', async () => {
  const slug = uniqueName('org').toLowerCase();
  await call('POST', '/orgs', owner.session, { name: slug, slug });
  const place = { name: slug, slug, owner_org_slug: slug, kind: 'staging' };
  await call('POST', '/repositories', owner.session, place);
  const crate = await makeCrate();
  const staged = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  expect(staged.status).toBe(202);
  // a decision that no workflow has received, as while the workflow service is unreachable
  await query(
    platform.databaseUrl,
    `insert into release_decisions (id, release_id, kind)
     select gen_random_uuid(), releases.id, 'approve' from releases
     join packages on packages.id = releases.package_id where packages.name = $1`,
    [crate.name],
  );

  expect((await call('DELETE', `/orgs/${slug}?packages=archive`)).status).toBe(202);

  const decisions = () =>
    query(
      platform.databaseUrl,
      `select packages.name, repositories.owner_org_id, release_decisions.outcome from release_decisions
       join releases on releases.id = release_decisions.release_id
       join packages on packages.id = releases.package_id
       join repositories on repositories.id = packages.repository_id where packages.name = $1`,
      [crate.name],
    );
  await eventually(async () =>
    expect(await decisions()).toEqual([{ name: crate.name, owner_org_id: null, outcome: 'void' }]),
  );
});

test('an organization goes when its packages are archived: they stay readable, and are its owner’s', async () => {
  const { slug, crate } = await organizationWithCrate();
  expect(await call('DELETE', `/orgs/${slug}`)).toMatchObject({
    status: 409,
    body: { code: 'invalid_state' },
  });
  expect((await call('DELETE', `/orgs/${slug}?packages=all`)).status).toBe(422);
  expect((await call('DELETE', `/orgs/${slug}?packages=archive`, member.session)).status).toBe(403);

  const { status, body } = await call('DELETE', `/orgs/${slug}?packages=archive`);

  expect([status, body]).toEqual([202, { message: expect.any(String), job_id: expect.any(String) }]);
  await eventually(async () => {
    const job = await call('GET', `/admin/jobs/${String(body['job_id'])}`, platform.adminToken);
    expect(job.body).toMatchObject({ kind: 'delete_organization', status: 'completed' });
  });
  expect((await call('GET', `/orgs/${slug}`)).status).toBe(404);
  expect((await call('GET', `/packages/cargo/${crate.name}`)).body).toMatchObject({
    is_archived: true,
    owner_username: owner.username,
    owner_org_slug: null,
  });
  const download = await fetch(`${platform.url}/cargo/api/v1/crates/${crate.name}/1.0.0/download`);
  expect(download.status).toBe(200);
  const found = await fetch(`${platform.url}/v1/search?q=${crate.name}`);
  expect(await found.json()).toMatchObject({ total: 0 });
  expect((await call('PATCH', `/packages/cargo/${crate.name}`, member.session, {})).status).toBe(403);
  const audit = await query(
    platform.databaseUrl,
    `select from audit_log where action = 'org_delete' and metadata ->> 'slug' = $1`,
    [slug],
  );
  expect(audit).toHaveLength(1);
});

test('what its packages are named after is its heir’s, and no stranger publishes beside them', async () => {
  const { slug } = await organizationWithCrate();
  const registry = `${platform.url}/npm`;
  const stranger = await platform.createUser();
  const lib = { name: `@${slug}/lib`, version: '1.0.0' };
  expect((await publishNpm(`${registry}/r/${slug}`, lib, owner.token)).status).toBe(200);

  const { body } = await call('DELETE', `/orgs/${slug}?packages=archive`);
  await eventually(async () => {
    const job = await call('GET', `/admin/jobs/${String(body['job_id'])}`, platform.adminToken);
    expect(job.body).toMatchObject({ status: 'completed' });
  });

  expect((await fetch(`${registry}/@${slug}%2flib/-/lib-1.0.0.tgz`)).status).toBe(200);
  expect((await call('POST', '/orgs', stranger.session, { name: slug, slug })).body['code']).toBe(
    'name_reserved',
  );
  const other = await publishNpm(registry, { name: `@${slug}/other`, version: '1.0.0' }, stranger.token);
  expect(other.status).toBe(403);
  for (const ecosystem of ['npm', 'oci', 'maven', 'composer']) {
    const claimed = await call('POST', '/namespaces', stranger.session, { ecosystem, namespace: slug });
    expect(claimed.status).toBe(ecosystem === 'npm' ? 409 : 422);
  }
  const heirs = await publishNpm(registry, { name: `@${slug}/other`, version: '1.0.0' }, owner.token);
  expect(heirs.status).toBe(200);
  const given = await query(
    platform.databaseUrl,
    `select from audit_log where action = 'namespace_claim_transfer' and metadata ->> 'namespace' = $1`,
    [slug],
  );
  expect(given).toHaveLength(1);
});

test('a workflow that is started without the request of an owner changes nothing', async () => {
  const { slug, crate } = await organizationWithCrate();
  const [row] = await query<{ id: string }>(
    platform.databaseUrl,
    'select id from organizations where slug = $1',
    [slug],
  );
  await using client = openWorkflows(platform.temporal);

  for (const organizationId of [row?.id, 'no id', undefined]) {
    await client.workflow.execute(workflowNames.deleteOrganization, {
      workflowId: `forged-${organizationId}`,
      taskQueue: queues.publish,
      args: [{ organizationId }],
    });
  }

  expect((await call('GET', `/orgs/${slug}`)).status).toBe(200);
  expect((await call('GET', `/packages/cargo/${crate.name}`)).body).toMatchObject({ is_archived: false });
});

test('a deletion on record that no workflow carries is carried by the reconciler', async () => {
  const { slug } = await organizationWithCrate();
  await query(
    platform.databaseUrl,
    `insert into organization_deletions (organization_id, requested_by, requested_at)
     select organizations.id, users.id, now() - interval '1 hour' from organizations, users
     where organizations.slug = $1 and users.username = $2`,
    [slug, owner.username],
  );

  await call('POST', '/admin/jobs/recover-stale', platform.adminToken);

  await eventually(async () => expect((await call('GET', `/orgs/${slug}`)).status).toBe(404));
});
