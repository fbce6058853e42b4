import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { downloadDigest, publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { approval } from '../support/reviewing.ts';

let platform: Platform;
let owner: { token: string; session: string };
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

const ReleasePage = z.object({
  status: z.string(),
  status_reason: z.string().nullable(),
  published_at: z.string().nullable(),
  package_id: z.string(),
});
const FindingPage = z.object({ findings: z.array(z.object({ id: z.string() })) });
const AuditPage = z.object({ logs: z.array(z.object({ metadata: z.record(z.string(), z.unknown()) })) });
const SearchPage = z.object({ crates: z.array(z.object({ name: z.string() })) });

async function call(
  method: string,
  path: string,
  { body, token = owner.token }: { body?: object; token?: string } = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const packageUrl = (crate: Crate) => `/v1/packages/cargo/${crate.name}`;
const releaseUrl = (crate: Crate) => `${packageUrl(crate)}/releases/${crate.version}`;

async function readRelease(crate: Crate) {
  return ReleasePage.parse((await call('GET', releaseUrl(crate))).body);
}

async function settleFinding(crate: Crate, isResolved: boolean): Promise<void> {
  const { body } = await call('GET', `${packageUrl(crate)}/security-findings?include_resolved=true`);
  const [finding] = FindingPage.parse(body).findings;
  const change = { is_resolved: isResolved, ...(isResolved ? { resolution: 'false_positive' } : {}) };
  const answer = await call('PATCH', `${packageUrl(crate)}/security-findings/${finding?.id}`, {
    body: change,
    token: owner.session,
  });
  expect(answer.status).toBe(200);
}

async function search(crate: Crate): Promise<string[]> {
  const response = await fetch(`${platform.url}/cargo/api/v1/crates?q=${crate.name}`);
  return SearchPage.parse(await response.json()).crates.map(({ name }) => name);
}

async function expectReadable(crate: Crate): Promise<void> {
  await eventually(async () => {
    expect((await readIndex(platform, crate.name)).get(crate.version)).toBe(crate.sha256);
    expect(await downloadDigest(platform, crate)).toBe(crate.sha256);
    expect(await search(crate)).toContain(crate.name);
  });
}

/** Checks at once, without waiting. */
async function expectHidden(crate: Crate): Promise<void> {
  expect((await readIndex(platform, crate.name)).get(crate.version)).toBeUndefined();
  expect(await downloadDigest(platform, crate)).toBeNull();
  expect(await search(crate)).not.toContain(crate.name);
  expect((await fetch(`${platform.url}${releaseUrl(crate)}`)).status).toBe(404);
}

/** Publishes a crate that is visible because its blocking finding was resolved. */
async function publishCleared(): Promise<Crate> {
  const crate = await makeSuspiciousCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
  await settleFinding(crate, true);
  await expectReadable(crate);
  return crate;
}

async function publish(version = '1.0.0', name = uniqueName()): Promise<Crate> {
  const crate = await makeCrate({ name, version });
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
  return crate;
}

const hold = (crate: Crate, token = owner.token) =>
  call('POST', `${releaseUrl(crate)}/hold`, { token, body: { reason: 'under investigation' } });
const decide = async (crate: Crate, verb: 'approve' | 'reject') => {
  const url = releaseUrl(crate);
  const reason = { reason: 'looked at' };
  const body = verb === 'approve' ? await approval(`${platform.url}${url}`, owner.session, reason) : reason;
  return call('POST', `${url}/${verb}`, { token: owner.session, body });
};

it('a reopened blocking finding hides its release at once, and resolving it brings it back as it was', async () => {
  const crate = await publishCleared();
  const { published_at: publishedAt } = await readRelease(crate);
  expect(publishedAt).not.toBeNull();

  await settleFinding(crate, false);

  await expectHidden(crate);
  expect(await readRelease(crate)).toMatchObject({
    status: 'quarantine',
    status_reason: 'blocked_by_findings',
    published_at: publishedAt,
  });
  expect((await decide(crate, 'approve')).status).toBe(409);

  await settleFinding(crate, true);

  await expectReadable(crate);
  expect(await readRelease(crate)).toMatchObject({
    status: 'published',
    status_reason: null,
    published_at: publishedAt,
  });
});

it('a release can be hidden and come back again and again', async () => {
  const crate = await publishCleared();

  for (let round = 0; round < 3; round += 1) {
    await settleFinding(crate, false);
    await expectHidden(crate);
    await settleFinding(crate, true);
    await expectReadable(crate);
  }
});

it('a hidden release that is rejected stays hidden, and its version stays taken', async () => {
  const crate = await publishCleared();
  await settleFinding(crate, false);

  expect(await decide(crate, 'reject')).toMatchObject({ status: 200, body: { status: 'rejected' } });

  await expectHidden(crate);
  const other = await makeCrate({ name: crate.name, version: crate.version });
  const answer = await publishCrate(platform, other, owner.token);
  expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('already exists') });
});

it('a person holds a release, and only an approval ends that', async () => {
  const kept = await publish('1.0.0');
  const crate = await publish('1.1.0', kept.name);

  const held = await hold(crate);

  expect(held).toMatchObject({
    status: 200,
    body: { status: 'quarantine', status_reason: 'policy_hold', version: '1.1.0' },
  });
  expect([...(await readIndex(platform, crate.name)).keys()]).toEqual(['1.0.0']);
  expect(await downloadDigest(platform, crate)).toBeNull();
  expect((await call('GET', packageUrl(crate))).body).toMatchObject({ latest_version: '1.0.0' });
  expect((await hold(crate)).status).toBe(409);

  expect(await decide(crate, 'approve')).toMatchObject({ status: 200, body: { status: 'published' } });

  expect([...(await readIndex(platform, crate.name)).keys()]).toEqual(['1.0.0', '1.1.0']);
  await expectReadable(crate);
});

it('of two decisions at the same moment one wins, and the other is told that it lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const crate = await publish();
    await hold(crate);

    const [approved, rejected] = await Promise.all([decide(crate, 'approve'), decide(crate, 'reject')]);

    const isApproved = approved.status === 200;
    expect([approved.status, rejected.status], JSON.stringify([approved.body, rejected.body])).toEqual(
      isApproved ? [200, 409] : [409, 200],
    );
    expect((isApproved ? rejected : approved).body).toMatchObject({ code: 'invalid_state' });
    expect(await readRelease(crate)).toMatchObject({ status: isApproved ? 'published' : 'rejected' });
  }
});

it('a decision that comes after another one is a conflict and changes nothing', async () => {
  const thrown = await publish();
  await hold(thrown);
  await decide(thrown, 'reject');
  const kept = await publish();
  await hold(kept);
  await decide(kept, 'approve');

  expect(await decide(thrown, 'approve')).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  expect(await decide(kept, 'reject')).toMatchObject({ status: 409, body: { code: 'invalid_state' } });

  await expectHidden(thrown);
  await expectReadable(kept);
});

it('holding needs the right and leaves an entry', async () => {
  const crate = await publish();
  const stranger = await platform.createUser();

  expect((await hold(crate, stranger.token)).status).toBe(403);
  await expectReadable(crate);
  expect((await hold(crate, platform.adminToken)).status).toBe(200);

  await expectHidden(crate);
  const { package_id: packageId } = ReleasePage.parse((await call('GET', releaseUrl(crate))).body);
  const { body } = await call('GET', `/v1/audit?action=release_hold&target_package_id=${packageId}`, {
    token: platform.adminToken,
  });
  expect(AuditPage.parse(body).logs).toEqual([
    expect.objectContaining({
      metadata: expect.objectContaining({ reason: 'policy_hold', explanation: 'under investigation' }),
    }),
  ]);
});
