import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../domain/digest.ts';
import { makeCrate, type Crate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { openPlaces, twoPeople } from '../support/held-places.ts';
import { manage } from '../support/held-release.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { type Coordinates, mavenRequests, newCoordinates } from './maven/requests.ts';
import { approval } from '../support/reviewing.ts';

let platform: SharedPlatform;
let maven: ReturnType<typeof mavenRequests>;
beforeAll(async () => {
  platform = await startPlatform();
  maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
});
afterAll(() => platform?.stop());

async function call(method: string, path: string, bearer: string, body?: object) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

async function newToken({ session }: TestUser, more: object = {}) {
  const { status, body } = await call('POST', '/tokens', session, {
    name: 'ci',
    scopes: ['packages:write'],
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body['id']), token: String(body['token']) };
}

const changePassword = ({ session, password }: TestUser, more: object = {}) =>
  call('POST', '/auth/password', session, {
    current_password: password,
    new_password: `${password}-another`,
    ...more,
  });

const jobsOf = (at: Coordinates) =>
  query<{ status: string; last_error: string | null }>(
    platform.databaseUrl,
    `select status, last_error from jobs where kind = 'publish_release' and payload ->> 'name' = $1`,
    [`${at.group}:${at.artifact}`],
  );
/** Waits for the job of the draft: before that, a lost credential refuses the draft without a job. */
const untilAccepted = (at: Coordinates) =>
  expect.poll(() => jobsOf(at), { timeout: 30_000 }).toMatchObject([{ last_error: null }]);

/** Uploads all files of a deploy without its last request. */
async function openDraft(token: string): Promise<Coordinates> {
  const at = newCoordinates();
  expect((await maven.putFile(at, '.jar', token, `jar of ${at.group}`)).status).toBe(201);
  expect((await maven.putPom(at, token)).status).toBe(201);
  await untilAccepted(at);
  return at;
}

const releasesOf = (at: Coordinates) =>
  query(platform.databaseUrl, 'select id from packages where name = $1', [`${at.group}:${at.artifact}`]);

async function expectWithdrawn(at: Coordinates, why: string): Promise<void> {
  await expect
    .poll(() => jobsOf(at), { timeout: 30_000 })
    .toEqual([{ status: 'failed', last_error: expect.stringContaining(why) }]);
  expect(await releasesOf(at)).toEqual([]);
  expect((await maven.ask(maven.fileOf(at, '.jar'))).status).toBe(404);
}

describe('a draft', () => {
  it('is withdrawn with the token that opened it, says why, and begins anew with another', async () => {
    const user = await platform.createUser();
    const { id, token } = await newToken(user);
    const at = await openDraft(token);

    expect((await call('DELETE', `/tokens/${id}`, user.session)).status).toBe(200);

    await expectWithdrawn(at, 'the token "ci"');
    const audit = await query<{ reason: string }>(
      platform.databaseUrl,
      `select metadata ->> 'reason' as reason from audit_log
       where action = 'release_draft_discard' and metadata ->> 'name' = $1`,
      [`${at.group}:${at.artifact}`],
    );
    expect(audit).toEqual([{ reason: expect.stringContaining('was revoked') }]);
    const deployed = await maven.deploy(at, user.token);
    expect([201, 202]).toContain(deployed.status);
    await expect
      .poll(() => maven.ask(maven.fileOf(at, '.jar')), { timeout: 30_000 })
      .toMatchObject({
        status: 200,
      });
  });

  it('is withdrawn by a new password that ends all tokens, and stays by one that ends none', async () => {
    const [changed, kept] = [await platform.createUser(), await platform.createUser()];
    const [lost, stays] = [await openDraft(changed.token), await openDraft(kept.token)];

    expect((await changePassword(changed)).status).toBeLessThan(300);
    expect((await changePassword(kept, { revoke_tokens: false })).status).toBeLessThan(300);

    await expectWithdrawn(lost, 'the token "tests"');
    expect([201, 202]).toContain((await maven.commit(stays, kept.token)).status);
  });

  it('is withdrawn when the account is locked, and not committed by a file of a revoked token', async () => {
    const user = await platform.createUser();
    const at = await openDraft(user.token);
    const [account] = await query<{ id: string }>(
      platform.databaseUrl,
      'select id from users where username = $1',
      [user.username],
    );
    expect(
      (await call('PATCH', `/admin/users/${account?.id}`, platform.adminToken, { is_active: false })).status,
    ).toBe(200);
    await expectWithdrawn(at, 'locked');

    const owner = await platform.createUser();
    const other = await newToken(owner, { name: 'other' });
    const mixed = newCoordinates();
    expect((await maven.putPom(mixed, owner.token)).status).toBe(201);
    expect((await maven.putFile(mixed, '.jar', other.token, 'jar')).status).toBe(201);
    await untilAccepted(mixed);
    await call('DELETE', `/tokens/${other.id}`, owner.session);
    // the withdrawal and the commit may happen in either order
    await maven.commit(mixed, owner.token);
    await expectWithdrawn(mixed, 'the token "other"');
  });

  it('goes on when its token ends itself, as builds do when they are done', async () => {
    const user = await platform.createUser();
    const { token } = await newToken(user, { scopes: ['packages:write', 'tokens:write'] });
    const at = await openDraft(token);
    const [own] = await query<{ id: string }>(
      platform.databaseUrl,
      `select id from tokens where name = 'ci' and user_id = (select id from users where username = $1)`,
      [user.username],
    );

    expect((await call('DELETE', `/tokens/${own?.id}`, token)).status).toBe(200);

    expect([201, 202]).toContain((await maven.commit(at, user.token)).status);
  });
});

describe('a draft of a credential that ended itself', () => {
  const logIn = async ({ username, password }: TestUser) => {
    const { body } = await call('POST', '/auth/login', '', { username_or_email: username, password });
    return String(body['token']);
  };
  const giveBack = async (token: string) =>
    expect((await call('DELETE', '/tokens/current', token)).status).toBe(200);
  const lock = async ({ username }: TestUser, isLocked: boolean) => {
    const find = 'select id from users where username = $1';
    const [account] = await query<{ id: string }>(platform.databaseUrl, find, [username]);
    const path = `/admin/users/${account?.id}`;
    return call('PATCH', path, platform.adminToken, { is_active: !isLocked });
  };

  it('is withdrawn when the owner finds the token in the list and revokes it', async () => {
    const user = await platform.createUser();
    const { id, token } = await newToken(user);
    const at = await openDraft(token);
    await giveBack(token);
    const listed = async () => (await call('GET', '/tokens', user.session)).body['tokens'];
    expect(await listed()).toContainEqual(expect.objectContaining({ id, given_back_at: expect.any(String) }));

    expect((await call('DELETE', `/tokens/${id}`, user.session)).status).toBe(200);

    await expectWithdrawn(at, 'the token "ci"');
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }));
    expect((await call('DELETE', `/tokens/${id}`, user.session)).status).toBe(404);
  });

  it('is withdrawn by a new password that ends all tokens', async () => {
    const user = await platform.createUser();
    const { token } = await newToken(user);
    const at = await openDraft(token);
    await giveBack(token);

    expect((await changePassword(user)).status).toBeLessThan(300);

    await expectWithdrawn(at, 'the token "ci"');
  });

  it('is withdrawn by a new password where a session brought it and logged out', async () => {
    const user = await platform.createUser();
    const stolen = await logIn(user);
    const at = await openDraft(stolen);
    expect((await call('POST', '/auth/logout', stolen)).status).toBeLessThan(300);

    expect((await changePassword(user, { revoke_tokens: false })).status).toBeLessThan(300);

    await expectWithdrawn(at, `a session of ${user.username}`);
  });

  it('stays withdrawn after an administrator has locked the account and unlocked it', async () => {
    const user = await platform.createUser();
    const { token } = await newToken(user);
    const at = await openDraft(token);
    await giveBack(token);

    expect((await lock(user, true)).status).toBe(200);
    expect((await lock(user, false)).status).toBe(200);

    await expectWithdrawn(at, 'the token "ci"');
  });
});

describe('a held release', () => {
  let owner: TestUser;
  let slug: string;
  beforeAll(async () => {
    owner = await platform.createUser();
    slug = uniqueName('held').toLowerCase();
    await call('POST', '/repositories', owner.session, { slug, name: slug, kind: 'staging' });
  });

  const releaseOf = ({ name, version }: Crate) => `/packages/cargo/${name}/releases/${version}`;
  const lookAt = async (crate: Crate) => (await call('GET', releaseOf(crate), owner.session)).body;
  const approve = async (crate: Crate, body: Record<string, unknown> = {}) => {
    const seen = await approval(`${platform.url}/v1${releaseOf(crate)}`, owner.session, body);
    return manage(platform, owner.session, `${releaseOf(crate)}/approve`, seen);
  };
  async function publish(token: string, into = slug): Promise<Crate> {
    const crate = await makeCrate();
    const { status } = await fetch(`${platform.url}/cargo/r/${into}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: token },
      body: new Uint8Array(crate.body),
    });
    expect(status).toBe(202);
    return crate;
  }

  it('of a revoked token is shown as such, and approved only by who says that this is known', async () => {
    const { id, token } = await newToken(owner);
    const crate = await publish(token);
    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine', lost_authority: [] });

    await call('DELETE', `/tokens/${id}`, owner.session);

    const why = expect.stringContaining(`the token "ci" of ${owner.username} was revoked`);
    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine', lost_authority: [why] });
    expect((await call('GET', `${releaseOf(crate)}/review`, owner.session)).body).toMatchObject({
      lost_authority: [why],
    });
    expect(await approve(crate)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('accepts_revoked') },
    });
    expect(await approve(crate, { accepts_revoked: true })).toMatchObject({
      status: 200,
      body: { status: 'published', lost_authority: [] },
    });
  });

  it('of a token that ended itself is shown as such once its owner revokes it', async () => {
    const { id, token } = await newToken(owner);
    const crate = await publish(token);
    expect((await call('DELETE', '/tokens/current', token)).status).toBe(200);
    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine', lost_authority: [] });

    expect((await call('DELETE', `/tokens/${id}`, owner.session)).status).toBe(200);

    const why = expect.stringContaining(`the token "ci" of ${owner.username} was revoked`);
    expect(await lookAt(crate)).toMatchObject({ status: 'quarantine', lost_authority: [why] });
    expect((await approve(crate)).status).toBe(409);
  });

  it('that cools down does not become visible by time when its token is revoked', async () => {
    const place = uniqueName('cool').toLowerCase();
    await call('POST', '/repositories', owner.session, { slug: place, name: place });
    await call('PUT', `/repositories/${place}/policy`, owner.session, { cool_down_hours: 1 });
    const { id, token } = await newToken(owner);
    const crate = await publish(token, place);
    await call('DELETE', `/tokens/${id}`, owner.session);

    await query(
      platform.databaseUrl,
      `update releases set uploaded_at = now() - interval '2 hours'
       from packages where packages.id = releases.package_id and packages.name = $1`,
      [crate.name],
    );
    await call('POST', '/admin/jobs/recover-stale', platform.adminToken);

    await expect
      .poll(() => lookAt(crate), { timeout: 30_000 })
      .toMatchObject({ status: 'quarantine', status_reason: 'credential_revoked' });
    expect(await approve(crate, { accepts_revoked: true })).toMatchObject({ status: 200 });
  });

  it('of a member who was removed is shown as such', async () => {
    const member = await platform.createUser();
    await call('POST', '/orgs', owner.session, { name: slug, slug });
    await call('POST', `/orgs/${slug}/members`, owner.session, {
      username: member.username,
      role: 'publisher',
    });
    const place = `${slug}-org`;
    await call('POST', '/repositories', owner.session, {
      slug: place,
      name: place,
      kind: 'staging',
      owner_org_slug: slug,
    });
    const crate = await publish(member.token, place);
    expect(await lookAt(crate)).toMatchObject({ lost_authority: [] });

    await call('DELETE', `/orgs/${slug}/members/${member.username}`, owner.session);

    expect(await lookAt(crate)).toMatchObject({
      lost_authority: [`${member.username} may not publish ${crate.name} any more`],
    });
    expect((await approve(crate)).status).toBe(409);
  });
});

it('a file that waits on its own to join a visible release is withdrawn with its token', async () => {
  const places = await openPlaces(platform);
  const { token } = await newToken(places.owner);
  const at = await places.pythonRelease(await places.place(twoPeople));
  const [, text] = await at.upload(undefined, { ...places.owner, token });
  expect(text).toContain('held for review');
  const revoke = `update tokens set revoked_at = now() where token_hash = $1`;
  await query(platform.databaseUrl, revoke, [sha256Hex(token)]);

  await expect.poll(() => places.desk.heldFiles(at.release), { timeout: 30_000 }).toEqual([]);

  const jobs = await query(
    platform.databaseUrl,
    `select status, last_error from jobs where kind = 'attach_file' and payload ->> 'name' = $1`,
    [at.name],
  );
  expect(jobs).toEqual([{ status: 'failed', last_error: expect.stringContaining('the token "ci"') }]);
  expect(await at.shown()).toEqual(['.tar.gz']);
});
