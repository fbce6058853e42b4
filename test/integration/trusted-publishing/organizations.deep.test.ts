import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../../support/cargo.ts';
import { makeCrate, uniqueName } from '../../support/crates.ts';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';

let platform: CombinedPlatform;
let issuer: Issuer;
let owner: TestUser;
let stranger: TestUser;
const slug = uniqueName('org').toLowerCase();
const other = uniqueName('org').toLowerCase();

beforeAll(async () => {
  [platform, issuer] = await Promise.all([
    startCombinedPlatform({ OIDC_PRIVATE_ISSUERS: 'allow' }),
    startIssuer(),
  ]);
  [owner, stranger] = [await platform.createUser(), await platform.createUser()];
  for (const [user, name] of [
    [owner, slug],
    [stranger, other],
  ] as const) {
    await call(user, 'POST', '/v1/orgs', { name, slug: name });
    await call(user, 'POST', '/v1/repositories', { name, slug: `${name}-all`, owner_org_slug: name });
  }
});
afterAll(async () => {
  await platform?.stop();
  await issuer?.stop();
});

const call = (user: TestUser, method: string, path: string, body?: object) =>
  send(method, `${platform.url}${path}`, { bearer: user.session, ...(body && { body }) });
const exchange = async (repository: string, crate?: string, claims: object = {}) =>
  send('POST', `${platform.url}/cargo/api/v1/trusted_publishing/tokens`, {
    body: {
      jwt: await issuer.sign({ ...runOf(repository, platform.url), ...claims }),
      ...(crate === undefined ? {} : { crate }),
    },
  });
const rules = (repository: string) => ({ issuer: issuer.url, repository, workflow_ref: 'release.yml' });
const trust = (user: TestUser, org: string, more: object = {}) =>
  call(user, 'POST', `/v1/orgs/${org}/oidc-issuers`, { issuer: issuer.url, ...more });

async function publishInto(user: TestUser, repository: string): Promise<string> {
  const name = uniqueName('own');
  const crate = await makeCrate({ name, version: '0.1.0' });
  const response = await fetch(`${platform.url}/cargo/r/${repository}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: user.token },
    body: new Uint8Array(crate.body),
  });
  expect(response.status).toBe(200);
  return name;
}

describe('an issuer of an organization', () => {
  it('counts for its packages alone, as long as it is named', async () => {
    const name = await publishInto(owner, `${slug}-all`);
    const url = publishersUrl(platform, 'cargo', name);
    const named = () => send('POST', url, { bearer: owner.session, body: rules(`acme/${name}`) });
    expect((await named()).status).toBe(422);

    const added = await trust(owner, slug);
    expect(added).toMatchObject({ status: 201, body: { issuer: issuer.url, jwks_uri: null } });
    expect((await trust(owner, slug)).status).toBe(409);
    expect((await named()).status).toBe(201);
    // the build may not publish packages of another organization
    const foreign = await publishInto(stranger, `${other}-all`);
    const refused = await send('POST', publishersUrl(platform, 'cargo', foreign), {
      bearer: stranger.session,
      body: rules(`acme/${foreign}`),
    });
    expect(refused.status).toBe(422);

    const token = await exchange(`acme/${name}`);
    expect(token.status).toBe(200);
    const next = await makeCrate({ name, version: '0.2.0' });
    expect((await publishCrate(platform, next, String(token.body['token']))).status).toBe(200);

    expect(
      (await call(owner, 'DELETE', `/v1/orgs/${slug}/oidc-issuers/${String(added.body['id'])}`)).status,
    ).toBe(204);
    expect((await exchange(`acme/${name}`)).status).toBe(400);
  });

  it('is held to its audience, its keys and its address', async () => {
    const name = await publishInto(stranger, `${other}-all`);
    const added = await trust(stranger, other, { audience: 'our-registry', jwks_uri: `${issuer.url}/keys` });
    expect(added.status).toBe(201);
    const named = await send('POST', publishersUrl(platform, 'cargo', name), {
      bearer: stranger.session,
      body: rules(`acme/${name}`),
    });
    expect(named.status).toBe(201);

    expect((await exchange(`acme/${name}`)).status).toBe(400);
    expect((await exchange(`acme/${name}`, undefined, { aud: 'our-registry' })).status).toBe(200);
    await issuer.rotate();
    expect((await exchange(`acme/${name}`, undefined, { aud: 'our-registry' })).status).toBe(200);

    for (const wanted of [
      { issuer: 'https://gitlab.com' },
      { issuer: 'https://ci.example.com', jwks_uri: 'https://evil.example.com/keys' },
      { issuer: 'https://ci.example.com/?a=1' },
      { issuer: 'nonsense' },
    ]) {
      expect([wanted, (await trust(stranger, other, wanted)).status]).toEqual([wanted, 422]);
    }
    expect((await trust(owner, other)).status).toBe(403);
  });
});

describe('a pending publisher', () => {
  const pend = (user: TestUser, org: string, name: string, more: object = {}) =>
    call(user, 'POST', `/v1/orgs/${org}/pending-publishers`, {
      ecosystem: 'cargo',
      name,
      ...rules(`acme/${name}`),
      ...more,
    });

  it('makes the package with its first publish, and is its publisher from then on', async () => {
    await trust(owner, slug);
    const name = uniqueName('unborn');
    const pending = await pend(owner, slug, name);
    expect(pending).toMatchObject({ status: 201, body: { name, created_by: owner.username } });
    expect((await pend(owner, slug, name)).status).toBe(409);

    const first = await exchange(`acme/${name}`, name);
    expect(first.status).toBe(200);
    const token = String(first.body['token']);
    const other = await makeCrate({ name: uniqueName('other') });
    expect((await publishCrate(platform, other, token)).status).toBe(403);
    expect((await publishCrate(platform, await makeCrate({ name }), token)).status).toBe(200);

    const pkg = await call(owner, 'GET', `/v1/packages/cargo/${name}`);
    expect(pkg.body).toMatchObject({ owner_org_slug: slug, repository_slug: `${slug}-all` });
    // the first exchange pinned the id of the repository's owner
    expect((await exchange(`acme/${name}`, name, { repository_owner_id: '7' })).status).toBe(400);
    const second = await exchange(`acme/${name}`, name);
    expect(second.status).toBe(200);
    const next = await makeCrate({ name, version: '9.0.0' });
    expect((await publishCrate(platform, next, String(second.body['token']))).status).toBe(200);
    const listed = await send('GET', publishersUrl(platform, 'cargo', name), { bearer: owner.session });
    expect(listed.body['trusted_publishers']).toMatchObject([
      { repository: `acme/${name}`, repository_owner_id: '42' },
    ]);
    expect((await call(owner, 'GET', `/v1/orgs/${slug}/pending-publishers`)).body).toMatchObject({
      pending_publishers: [],
    });
  });

  it('lets no build past the approval that a publisher of the package asks for', async () => {
    const name = uniqueName('decided');
    await pend(owner, slug, name);
    const early = await exchange(`acme/${name}`, name, { environment: 'prod' });
    expect(early.status).toBe(200);
    const own = await makeCrate({ name, version: '0.1.0' });
    expect((await publishCrate(platform, own, owner.token)).status).toBe(200);
    await call(owner, 'POST', `/v1/packages/cargo/${name}/ownership-transfer`, { target_org_slug: slug });
    const pkg = await call(owner, 'GET', `/v1/packages/cargo/${name}`);
    expect(pkg.body).toMatchObject({ owner_org_slug: slug });
    const named = await send('POST', publishersUrl(platform, 'cargo', name), {
      bearer: owner.session,
      body: { ...rules(`acme/${name}`), environment: 'prod', needs_approval: true },
    });
    expect(named.status).toBe(201);

    const publish = async (version: string, token: string) => {
      await publishCrate(platform, await makeCrate({ name, version }), token);
      const { body } = await call(owner, 'GET', `/v1/packages/cargo/${name}/releases/${version}`);
      return [body['status'] ?? body['state'], body['status_reason']];
    };
    const held = ['quarantine', 'awaiting_approval'];
    expect(await publish('1.0.0', String(early.body['token']))).toEqual(held);
    const late = await exchange(`acme/${name}`, name, { environment: 'prod' });
    expect(await publish('2.0.0', String(late.body['token']))).toEqual(held);
    const listed = await send('GET', publishersUrl(platform, 'cargo', name), { bearer: owner.session });
    expect(listed.body['trusted_publishers']).toMatchObject([{ needs_approval: true }]);
  });

  it('makes nothing once it is taken back, nor where others were faster', async () => {
    const [gone, taken] = [uniqueName('gone'), uniqueName('taken')];
    const { body } = await pend(owner, slug, gone);
    await pend(owner, slug, taken);
    expect((await publishCrate(platform, await makeCrate({ name: taken }), stranger.token)).status).toBe(200);

    expect((await exchange(`acme/${taken}`, taken)).status).toBe(400);
    expect(
      (await call(owner, 'DELETE', `/v1/orgs/${slug}/pending-publishers/${String(body['id'])}`)).status,
    ).toBe(204);
    expect((await exchange(`acme/${gone}`, gone)).status).toBe(400);
    expect((await pend(owner, slug, taken)).body['code']).toBe('name_taken');
  });

  it('is named by those who manage the organization, after a log-in', async () => {
    const name = uniqueName('unclaimed');

    expect((await pend(stranger, slug, name)).status).toBe(403);
    expect((await pend(owner, slug, name, { issuer: 'https://unknown.example.com' })).status).toBe(422);
    const byToken = await send('POST', `${platform.url}/v1/orgs/${slug}/pending-publishers`, {
      bearer: owner.token,
      body: { ecosystem: 'cargo', name, ...rules(`acme/${name}`) },
    });
    expect(byToken.body['code']).toBe('login_required');
  });
});
