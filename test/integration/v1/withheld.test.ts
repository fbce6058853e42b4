import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../../support/crates.ts';
import { holdLock } from '../../support/database.ts';
import { manage } from '../../support/held-release.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';
import { approval } from '../../support/reviewing.ts';

let platform: SharedPlatform;
let owner: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
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

const packageOf = ({ name }: Crate) => `/packages/cargo/${name}`;
const releaseOf = (crate: Crate) => `${packageOf(crate)}/releases/${crate.version}`;
const say = async (crate: Crate, verb: string, bearer = owner.session) => {
  const body = await approval(`${platform.url}/v1${releaseOf(crate)}`, bearer, { reason: 'looked at' });
  const { files_digest: _seen, ...reason } = body;
  return manage(platform, bearer, `${releaseOf(crate)}/${verb}`, verb === 'approve' ? body : reason);
};
const lookAt = async (crate: Crate) => (await call('GET', releaseOf(crate))).body;

async function publishInto(slug: string): Promise<Crate> {
  const crate = await makeCrate();
  const { status } = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  expect(status).toBe(200);
  return crate;
}

async function createOrganization(): Promise<string> {
  const slug = uniqueName('org').toLowerCase();
  await call('POST', '/orgs', owner.session, { name: slug, slug });
  await call('POST', '/repositories', owner.session, { name: slug, slug, owner_org_slug: slug });
  return slug;
}

const setVisibility = async (path: string, visibility: string) =>
  expect((await call('PATCH', path, platform.adminToken, { visibility })).status).toBe(200);

describe('what the platform holds', () => {
  it('is let out, thrown away and deleted by the platform alone', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    expect((await say(crate, 'hold', platform.adminToken)).status).toBe(200);

    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine', held_by_platform: true });
    for (const verb of ['approve', 'reject'])
      expect(await say(crate, verb), verb).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await call('DELETE', releaseOf(crate))).status).toBe(403);
    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine' });

    expect((await say(crate, 'approve', platform.adminToken)).status).toBe(200);
    expect(await lookAt(crate)).toMatchObject({ status: 'published', held_by_platform: false });
    // after the approval, the owner may end the next hold
    expect((await say(crate, 'hold')).status).toBe(200);
    expect((await say(crate, 'approve')).status).toBe(200);
  });

  it('can be what its owner holds already, and then the owner does not end that', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    expect((await say(crate, 'hold')).status).toBe(200);

    expect((await say(crate, 'hold', platform.adminToken)).status).toBe(200);

    expect((await say(crate, 'approve')).status).toBe(403);
    expect((await say(crate, 'approve', platform.adminToken)).status).toBe(200);
  });

  it('does not come out when its owner resolves the finding that the platform reopened', async () => {
    const crate = await makeSuspiciousCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
    const { body } = await call('GET', `${packageOf(crate)}/security-findings`);
    const [finding] = body['findings'] as { id: string }[];
    const settle = (isResolved: boolean, bearer: string) =>
      call('PATCH', `${packageOf(crate)}/security-findings/${finding?.id}`, bearer, {
        is_resolved: isResolved,
        ...(isResolved && { resolution: 'false_positive' }),
      });
    const becomes = (status: string, reason: string | null) =>
      expect.poll(() => lookAt(crate), { timeout: 20_000 }).toMatchObject({ status, status_reason: reason });
    expect((await settle(true, owner.session)).status).toBe(200);
    await becomes('published', null);

    expect((await settle(false, platform.adminToken)).status).toBe(200);
    expect((await settle(true, owner.session)).status).toBe(200);
    await becomes('quarantine', 'policy_hold');
    expect((await say(crate, 'approve')).status).toBe(403);

    expect((await settle(false, platform.adminToken)).status).toBe(200);
    expect((await settle(true, platform.adminToken)).status).toBe(200);
    expect((await say(crate, 'approve', platform.adminToken)).status).toBe(200);
    await becomes('published', null);
  });
});

describe('in a quarantine of the platform', () => {
  it.each(['package', 'repository'])('of the %s its owner deletes nothing', async (what) => {
    const slug = await createOrganization();
    const crate = await publishInto(slug);
    await setVisibility(what === 'package' ? packageOf(crate) : `/repositories/${slug}`, 'quarantined');

    const refused = [
      await call('DELETE', releaseOf(crate)),
      await call('DELETE', packageOf(crate)),
      await call('DELETE', `/orgs/${slug}`),
      await call('DELETE', `/orgs/${slug}?packages=archive`),
    ];

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect(await lookAt(crate)).toMatchObject({ status: 'published' });
    expect((await call('DELETE', releaseOf(crate), platform.adminToken)).status).toBe(204);
  });

  it('a repository stays, though nothing is in it, and so does its organization', async () => {
    const slug = await createOrganization();
    await setVisibility(`/repositories/${slug}`, 'quarantined');

    expect((await call('DELETE', `/repositories/${slug}`)).status).toBe(403);
    expect((await call('DELETE', `/orgs/${slug}`)).status).toBe(403);

    await setVisibility(`/repositories/${slug}`, 'public');
    expect((await call('DELETE', `/orgs/${slug}`)).status).toBe(202);
  });

  it('a package does not leave its repository, and an organization with a held release stays', async () => {
    const [from, to] = [await createOrganization(), await createOrganization()];
    const crate = await publishInto(from);
    const transfer = () =>
      call('POST', `${packageOf(crate)}/ownership-transfer`, owner.session, { target_org_slug: to });
    await setVisibility(`/repositories/${from}`, 'quarantined');
    expect((await transfer()).status).toBe(403);
    await setVisibility(`/repositories/${from}`, 'public');

    expect((await say(crate, 'hold', platform.adminToken)).status).toBe(200);
    expect((await call('DELETE', `/orgs/${from}?packages=archive`)).status).toBe(403);
    expect((await say(crate, 'approve', platform.adminToken)).status).toBe(200);
    expect((await transfer()).status).toBe(200);
  });

  it.each(['package', 'repository'])('with the %s a repository is not given away', async (what) => {
    const [from, to] = [await createOrganization(), await createOrganization()];
    const crate = await publishInto(from);
    const place = what === 'package' ? packageOf(crate) : `/repositories/${from}`;
    const body = { target_org_slug: to, move_packages: true };
    const transfer = () => call('POST', `/repositories/${from}/ownership-transfer`, owner.session, body);
    await setVisibility(place, 'quarantined');
    expect((await transfer()).status).toBe(403);

    await setVisibility(place, 'public');
    expect((await transfer()).status).toBe(200);
  });

  it('a repository is not let out by a request of its owner that was under way', async () => {
    const slug = await createOrganization();
    const quarantine = `update repositories set visibility = 'quarantined' where repositories.slug = $1`;
    const lock = await holdLock(platform.databaseUrl, quarantine, [slug]);
    const change = call('PATCH', `/repositories/${slug}`, owner.session, { visibility: 'public' });
    await expect.poll(() => lock.waiting()).toBe(1);
    await lock.commit();

    expect((await change).status).toBe(403);
    expect((await call('GET', `/repositories/${slug}`)).body).toMatchObject({ visibility: 'quarantined' });
  });
});
