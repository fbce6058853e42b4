import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { approval } from '../support/reviewing.ts';

let platform: SharedPlatform;
let owner: TestUser;
const slug = uniqueName('org').toLowerCase();

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  await call('POST', '/v1/orgs', { name: slug, slug });
  for (const name of ['strict', 'cool', 'free']) {
    await call('POST', '/v1/repositories', { name, slug: `${slug}-${name}`, owner_org_slug: slug });
  }
});
afterAll(() => platform?.stop());

async function call(method: string, path: string, body?: object, token = owner.session) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const publish = async (crate: Crate, repository: string) =>
  (
    await fetch(`${platform.url}/cargo/r/${slug}-${repository}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: new Uint8Array(crate.body),
    })
  ).status;
const releaseOf = ({ name, version }: Crate) => `/v1/packages/cargo/${name}/releases/${version}`;
const approve = async (crate: Crate, token = owner.session) =>
  call(
    'POST',
    `${releaseOf(crate)}/approve`,
    await approval(`${platform.url}${releaseOf(crate)}`, token),
    token,
  );
const stateOf = async (crate: Crate) => {
  const { body } = await call('GET', releaseOf(crate));
  return [body.status, body.status_reason];
};

it('a release that a policy is against waits for a person, and what is visible stays', async () => {
  const before = await makeCrate({ name: uniqueName('before') });
  expect(await publish(before, 'strict')).toBe(200);
  const policy = { allowed_licenses: ['EUPL-1.2'] };

  const dry = await call('POST', `/v1/orgs/${slug}/policy/dry-run`, policy);
  expect(dry.body).toMatchObject({
    checked: 1,
    held: [{ name: before.name, violations: [{ rule: 'allowed_licenses' }] }],
  });
  expect((await call('GET', `/v1/repositories/${slug}-strict/policy`)).body).toEqual({
    policy: {},
    updated_at: null,
  });
  const put = await call('PUT', `/v1/repositories/${slug}-strict/policy`, policy);
  expect(put).toMatchObject({ status: 200, body: { policy } });

  const held = await makeCrate({ name: uniqueName('held') });
  expect(await publish(held, 'strict')).toBe(202);
  expect(await stateOf(held)).toEqual(['quarantine', 'policy_hold']);
  expect(await stateOf(before)).toEqual(['published', null]);
  // another repository of the organization has no such policy
  expect(await publish(await makeCrate({ name: uniqueName('free') }), 'free')).toBe(200);

  expect((await approve(held)).status).toBe(200);
  expect(await stateOf(held)).toEqual(['published', null]);
});

it('a release cools down, and is seen when its time is over', async () => {
  await call('PUT', `/v1/repositories/${slug}-cool/policy`, { cool_down_hours: 2 });
  const crate = await makeCrate({ name: uniqueName('cool') });

  expect(await publish(crate, 'cool')).toBe(202);
  expect(await stateOf(crate)).toEqual(['quarantine', 'cooling_down']);
  const reconcile = () => call('POST', '/v1/admin/jobs/recover-stale', undefined, platform.adminToken);
  await reconcile();
  expect(await stateOf(crate)).toEqual(['quarantine', 'cooling_down']);

  await query(
    platform.databaseUrl,
    `update releases set uploaded_at = now() - interval '3 hours'
     from packages where packages.id = releases.package_id and packages.name = $1`,
    [crate.name],
  );
  await reconcile();

  await eventually(async () => expect(await stateOf(crate)).toEqual(['published', null]), {
    withinMs: 60_000,
  });
}, 90_000);

it('where two people are asked for, uploaders do not approve their own files', async () => {
  const place = `${slug}-two`;
  await call('POST', '/v1/orgs', { name: place, slug: place });
  await call('POST', '/v1/repositories', { name: place, slug: place, owner_org_slug: place });
  const other = await platform.createUser();
  await call('POST', `/v1/orgs/${place}/members`, { username: other.username, role: 'security_manager' });
  const changed = { require_approval: 'two_person', min_release_age_hours: 1 };
  expect((await call('PATCH', `/v1/orgs/${place}`, changed)).status).toBe(200);
  expect((await call('GET', `/v1/orgs/${place}/policy`)).body.policy).toEqual({
    require_approval: 'two_person',
    cool_down_hours: 1,
  });
  await call('PATCH', `/v1/orgs/${place}`, { min_release_age_hours: 0 });
  expect((await call('GET', `/v1/orgs/${place}/policy`)).body.policy).toEqual({
    require_approval: 'two_person',
  });
  const crate = await makeCrate({ name: uniqueName('two') });
  expect(await publish(crate, 'two')).toBe(202);
  expect(await stateOf(crate)).toEqual(['quarantine', 'policy_hold']);

  const own = await approve(crate);
  expect(own).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await stateOf(crate)).toEqual(['quarantine', 'policy_hold']);

  expect((await approve(crate, other.session)).status).toBe(200);
  expect(await stateOf(crate)).toEqual(['published', null]);

  await call('PATCH', `/v1/orgs/${place}`, { require_approval: 'none' });
  expect(await publish(await makeCrate({ name: uniqueName('two') }), 'two')).toBe(200);
  for (const wrong of [{ require_approval: 'three' }, { min_release_age_hours: 1_000 }]) {
    expect((await call('PATCH', `/v1/orgs/${place}`, wrong)).status).toBe(422);
  }
});

it('an automation token counts as the person who made it, and makes no other', async () => {
  const place = uniqueName('auto').toLowerCase();
  await call('POST', '/v1/orgs', { name: place, slug: place });
  await call('POST', '/v1/repositories', { name: place, slug: place, owner_org_slug: place });
  const other = await platform.createUser();
  await call('POST', `/v1/orgs/${place}/members`, { username: other.username, role: 'security_manager' });
  await call('PUT', `/v1/orgs/${place}/policy`, { require_approval: 'two_person' });
  const scopes = ['packages:write', 'tokens:write', 'tokens:read'];
  const made = await call('POST', '/v1/tokens', {
    name: 'deploys',
    kind: 'org_automation',
    org_slug: place,
    scopes,
  });
  expect(made.status).toBe(201);
  const second = await call('POST', '/v1/tokens', { name: 'again', scopes }, made.body.token);
  expect(second.status).toBe(403);
  const { body } = await call('GET', '/v1/tokens');
  expect(body.tokens).toContainEqual(expect.objectContaining({ name: 'deploys', made_by: owner.username }));

  const crate = await makeCrate({ name: uniqueName('auto') });
  const sent = await fetch(`${platform.url}/cargo/r/${place}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: made.body.token },
    body: new Uint8Array(crate.body),
  });
  expect(sent.status).toBe(202);

  expect(await approve(crate)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect((await approve(crate, other.session)).status).toBe(200);
  expect(await stateOf(crate)).toEqual(['published', null]);
});

it('many that say a policy at once all have said it, and one holds', async () => {
  const policies = Array.from({ length: 6 }, (_, index) => ({ max_bytes: index + 1 }));

  const answers = await Promise.all(
    policies.map((policy) => call('PUT', `/v1/repositories/${slug}-free/policy`, policy)),
  );

  expect(answers.map(({ status }) => status)).toEqual(policies.map(() => 200));
  const { body } = await call('GET', `/v1/repositories/${slug}-free/policy`);
  expect(policies).toContainEqual(body.policy);
});

it('policies are for managers of the place', async () => {
  const stranger = await platform.createUser();

  for (const path of [`/v1/orgs/${slug}/policy`, `/v1/repositories/${slug}-strict/policy`]) {
    expect((await call('GET', path, undefined, stranger.session)).status).toBe(403);
    expect((await call('PUT', path, {}, stranger.session)).status).toBe(403);
    expect((await call('POST', `${path}/dry-run`, {}, stranger.session)).status).toBe(403);
  }
  expect((await call('PUT', `/v1/orgs/${slug}/policy`, { nonsense: true })).status).toBe(422);
  expect((await call('GET', '/v1/orgs/unknown-org/policy')).status).toBe(404);
});

it('a private package is shown to more readers as the policy in force says', async () => {
  const crate = await makeCrate();
  const at = `/v1/packages/cargo/${crate.name}`;
  await call('POST', '/v1/repositories', { name: 'shown', slug: `${slug}-shown` });
  expect(await publish(crate, 'shown')).toBe(200);
  expect((await call('PATCH', at, { visibility: 'private' })).status).toBe(200);
  const [index, policy] = [`/cargo/api/v1/crates/${crate.name}`, `/v1/repositories/${slug}-shown/policy`];
  expect((await call('PUT', policy, { max_bytes: 1, require_approval: 'two_person' })).status).toBe(200);
  const refused = await call('PATCH', at, { visibility: 'public' });
  const known = refused.body['details'] as object;
  const show = (rules: string[]) =>
    call('PATCH', at, { visibility: 'public', accepts_rules: rules, ...known });

  expect(refused).toMatchObject({ status: 422, body: { code: 'policy_violation' } });
  // `two_person`: the uploader may not be the second person
  expect(await show(['max_bytes'])).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await fetch(`${platform.url}${index}`)).status).toBe(404);
  expect((await call('PUT', policy, { max_bytes: 1 })).status).toBe(200);
  expect((await show(['max_bytes'])).status).toBe(200);
});
