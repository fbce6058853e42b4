import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../ecosystems/composer/fixtures/dist.ts';
import { emptyConfig, imageOf, manifestType } from '../../../ecosystems/oci/fixtures/samples.ts';
import { zipOf } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { type Claims, type Issuer, startIssuer } from '../../support/issuer.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';
import { mavenRequests, newCoordinates } from '../maven/requests.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);
let issuer: Issuer;
let provider: OidcProvider;
let platform: CombinedPlatform;
let alice: TestUser;
const slug = uniqueName('org').toLowerCase();

/** Basic credentials of a build; the user name is ignored. */
const basicOf = (token: string) => `Basic ${Buffer.from(`build:${token}`).toString('base64')}`;

interface Spoken {
  ecosystem: string;
  /** A name that this person or organization may publish first. */
  newName(owner: string): string;
  /** Publishes as the protocol's client does. Returns the first failed status, or the last status. */
  publish(name: string, version: string, token: string): Promise<number>;
}

async function mavenDeploy(name: string, version: string, token: string): Promise<number> {
  const files = mavenRequests(platform);
  const [group = '', artifact = ''] = name.split(':');
  const at = { group, artifact, version };
  // Maven reads this file before it replaces it
  const known = await files.ask(`${files.folderOf(at)}/maven-metadata.xml`, token);
  await known.body?.cancel();
  if (known.status !== 200 && known.status !== 404) return known.status;
  const first = await files.putFile(at, '.jar', token, `jar of ${name} ${version}`);
  if (!first.ok) return first.status;
  return (await files.deploy(at, token)).status;
}

async function composerUpload(name: string, version: string, token: string): Promise<number> {
  const answer = await fetch(`${platform.url}/composer/packages/${name}`, {
    method: 'PUT',
    headers: { authorization: basicOf(token) },
    body: publishForm({ zip: zipOf({ name, version }), fields: { version } }),
  });
  await answer.body?.cancel();
  return answer.status;
}

async function genericUpload(name: string, version: string, token: string): Promise<number> {
  const url = `${platform.url}/generic/${name}/${version}/tool.txt`;
  const headers = { authorization: basicOf(token) };
  const answer = await fetch(url, { method: 'PUT', headers, body: `tool ${name} ${version}` });
  await answer.body?.cancel();
  return answer.status;
}

/** Exchanges the credential of `docker login` for the token of the next requests. */
async function ociGrant(token: string, scope: string): Promise<{ token: string; scope: string }> {
  const url = `${platform.url}/oci/token?service=registry&scope=${encodeURIComponent(scope)}`;
  const answer = await fetch(url, { headers: { authorization: basicOf(token) } });
  const { token: bearer = '', scope: granted = '' } = (await answer.json()) as Record<string, string>;
  return { token: bearer, scope: granted };
}

/** `inside` makes manifests different: an equal manifest would only get another tag. */
async function ociPush(name: string, version: string, token: string, inside = version): Promise<number> {
  const { token: bearer } = await ociGrant(token, `repository:${name}:pull,push`);
  const headers = { authorization: `Bearer ${bearer}` };
  const url = `${platform.url}/v2/${name}`;
  const begun = `${url}/blobs/uploads/?digest=${emptyConfig.digest}`;
  const blob = await fetch(begun, { method: 'POST', headers, body: '{}' });
  await blob.body?.cancel();
  if (blob.status !== 201) return blob.status;
  const answer = await fetch(`${url}/manifests/${version}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': manifestType },
    body: new Uint8Array(imageOf({ annotations: { version: inside } })),
  });
  await answer.body?.cancel();
  return answer.status;
}

const group = () =>
  uniqueName('g')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
const generic: Spoken = {
  ecosystem: 'generic',
  newName: () => uniqueName('files').toLowerCase(),
  publish: genericUpload,
};
const maven: Spoken = {
  ecosystem: 'maven',
  newName: () => `org.${group()}:probe`,
  publish: mavenDeploy,
};
const oci: Spoken = {
  ecosystem: 'oci',
  newName: (owner) => `${owner.toLowerCase()}/${group()}`,
  publish: ociPush,
};
const spoken: Spoken[] = [
  maven,
  { ecosystem: 'composer', newName: () => `${group()}/probe`, publish: composerUpload },
  generic,
  oci,
];

/** A package with one version, whose owner trusts `release.yml` of the repository. */
async function trustBuilds(
  spokenThere: Spoken,
  repository: string,
  user: TestUser,
  by = issuer.url,
): Promise<string> {
  const pkg = spokenThere.newName(user.username);
  expect(await spokenThere.publish(pkg, '0.1.0', user.token)).toBe(201);
  await nameBuild(spokenThere, pkg, user, { issuer: by, repository });
  return pkg;
}

async function nameBuild({ ecosystem }: Spoken, pkg: string, user: TestUser, rules: object): Promise<void> {
  const url = publishersUrl(platform, ecosystem, encodeURIComponent(pkg));
  const body = { workflow_ref: 'release.yml', ...rules };
  expect((await send('POST', url, { bearer: user.session, body })).status).toBe(201);
}

const newRepository = () => `acme/${uniqueName()}`;

describe.skipIf(isMissing)('builds', () => {
  beforeAll(async () => {
    [issuer, provider] = await Promise.all([startIssuer(), startOidcProvider()]);
    platform = await startCombinedPlatform({ OIDC_ISSUERS: `${issuer.url},${provider.url}` });
    alice = await platform.createUser();
    for (const [path, body] of [
      ['/v1/orgs', { name: slug, slug }],
      ['/v1/repositories', { name: slug, slug: `${slug}-all`, owner_org_slug: slug }],
    ] as const) {
      expect((await send('POST', platform.url + path, { bearer: alice.session, body })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await platform?.stop();
    await Promise.all([issuer?.stop(), provider?.stop()]);
  });

  describe.each(spoken)('of $ecosystem', (spokenHere) => {
    const { ecosystem, newName, publish } = spokenHere;
    const exchangeUrl = (mount = `/${ecosystem}`) => `${platform.url}${mount}/-/oidc/token`;
    const exchangeWith = (bearer: string, body?: object) =>
      send('POST', exchangeUrl(), { bearer, ...(body && { body }) });
    const exchange = async (repository: string, changes: Claims = {}, body?: object) =>
      exchangeWith(await issuer.sign({ ...runOf(repository, platform.url), ...changes }), body);
    const trust = async (repository: string, user = alice) => trustBuilds(spokenHere, repository, user);

    it('publish with a token for their identity, and nothing but what trusts them', async () => {
      const repository = newRepository();
      const [ours, other] = [await trust(repository), await trust('acme/else')];

      const { status, headers, body } = await exchange(repository);
      const token = String(body['token']);

      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({ packages: [ours], token: expect.stringMatching(/^pub_/) });
      expect(body['expires_in']).toBeGreaterThan(890);
      expect(await publish(ours, '1.0.0', token)).toBe(201);
      expect(await publish(other, '1.0.0', token)).toBe(403);
      expect(await publish(newName(alice.username), '1.0.0', token)).toBe(403);
      const elsewhere = ['/v1/users/me', `/v1/packages/${ecosystem}/${encodeURIComponent(ours)}`];
      for (const path of elsewhere) {
        expect((await send('GET', platform.url + path, { bearer: token })).status, path).toBe(403);
      }

      expect((await send('DELETE', exchangeUrl(), { bearer: token })).status).toBe(204);
      expect(await publish(ours, '2.0.0', token)).toBe(401);
      expect((await send('DELETE', exchangeUrl(), { bearer: alice.token })).status).toBe(403);
    });

    it('publish all that is open to them, or the one that they name', async () => {
      const repository = newRepository();
      const [first, second] = [await trust(repository), await trust(repository)];

      const all = await exchange(repository);
      const one = await exchange(repository, {}, { package: first });

      expect(all.body['packages']).toEqual(expect.arrayContaining([first, second]));
      for (const pkg of [first, second])
        expect(await publish(pkg, '1.0.0', String(all.body['token']))).toBe(201);
      expect(one.body['packages']).toEqual([first]);
      expect(await publish(second, '2.0.0', String(one.body['token']))).toBe(403);
      const stranger = await platform.createUser();
      await trust(repository, stranger);
      expect((await exchange(repository)).body['packages']).toHaveLength(3);
      const mine = await exchange(repository, {}, { username: alice.username });
      expect(mine.body['packages']).toHaveLength(2);
    });

    it.each<[string, Claims, number]>([
      ['a wrong audience', { aud: 'https://elsewhere.example' }, 401],
      ['a time that is over', { exp: 1 }, 401],
      ['another repository', { repository: 'acme/unknown' }, 403],
      ['another workflow', { workflow_ref: 'acme/x/.github/workflows/test.yml@refs/heads/main' }, 403],
      ["a stranger's pull request", { event_name: 'pull_request_target' }, 403],
    ])('with %s get nothing', async (_what, changes, status) => {
      const repository = newRepository();
      await trust(repository);

      expect((await exchange(repository, changes)).status).toBe(status);
    });

    it('use an identity once, and need one', async () => {
      const repository = newRepository();
      await trust(repository);
      const jwt = await issuer.sign(runOf(repository, new URL(platform.url).host));

      const statuses = [];
      for (const bearer of [jwt, jwt, alice.token, 'x.y.z'])
        statuses.push((await exchangeWith(bearer)).status);

      expect(statuses).toEqual([200, 401, 401, 401]);
      expect((await send('POST', exchangeUrl())).status).toBe(401);
      expect([400, 422]).toContain((await exchangeWith(jwt, { crate: 'x' })).status);
    });

    it('lose a token with its time, and packages in other repositories', async () => {
      const repository = newRepository();
      const pkg = await trust(repository);
      const jwt = await issuer.sign(runOf(repository, platform.url));

      const through = await send('POST', exchangeUrl(`/${ecosystem}/r/${slug}-all`), { bearer: jwt });
      const { body } = await exchange(repository);
      await query(
        platform.databaseUrl,
        `update tokens set expires_at = now() - interval '1 second' where build ->> 'repository' = $1`,
        [repository],
      );

      expect(through.status).toBe(403);
      expect(await publish(pkg, '1.0.0', String(body['token']))).toBe(401);
    });

    it('alone publish where the package says so', async () => {
      const repository = newRepository();
      const pkg = await trust(repository);
      const page = `${platform.url}/v1/packages/${ecosystem}/${encodeURIComponent(pkg)}`;
      const body = { trusted_publishing_only: true };
      expect((await send('PATCH', page, { bearer: alice.session, body })).status).toBe(200);

      expect(await publish(pkg, '1.0.0', alice.token)).toBe(403);
      expect(await publish(pkg, '1.0.0', String((await exchange(repository)).body['token']))).toBe(201);
    });

    it('make the package that an organization expects of them', async () => {
      const [pkg, repository] = [newName(slug), newRepository()];
      const body = { ecosystem, name: pkg, issuer: issuer.url, repository, workflow_ref: 'release.yml' };
      const url = `${platform.url}/v1/orgs/${slug}/pending-publishers`;
      expect((await send('POST', url, { bearer: alice.session, body })).status).toBe(201);

      const first = await exchange(repository);
      expect(first).toMatchObject({ status: 200, body: { packages: [pkg] } });
      expect(await publish(newName(slug), '1.0.0', String(first.body['token']))).toBe(403);
      expect(await publish(pkg, '1.0.0', String(first.body['token']))).toBe(201);

      const page = `${platform.url}/v1/packages/${ecosystem}/${encodeURIComponent(pkg)}`;
      const made = await send('GET', page, { bearer: alice.session });
      expect(made.body).toMatchObject({ owner_org_slug: slug, repository_slug: `${slug}-all` });
      expect((await exchange(repository, { repository_owner_id: '7' })).status).toBe(403);
      expect(await publish(pkg, '2.0.0', String((await exchange(repository)).body['token']))).toBe(201);

      // in addition to the package that the build already publishes
      const second = newName(slug);
      expect(
        (await send('POST', url, { bearer: alice.session, body: { ...body, name: second } })).status,
      ).toBe(201);
      const named = await exchange(repository, {}, { package: second });
      expect(named).toMatchObject({ status: 200, body: { packages: [second] } });
    });
  });

  it('have the identity of a certified provider, before and after it changes its keys', async () => {
    const repository = newRepository();
    const pkg = await trustBuilds(generic, repository, alice, provider.url);
    const claims = runOf(repository, platform.url);
    const exchange = (bearer: string) =>
      send('POST', `${platform.url}/generic/-/oidc/token`, { bearer, body: { package: pkg } });

    const first = await exchange(await provider.issue(claims));
    const old = await provider.issue(claims);
    await provider.rotate();
    const second = await exchange(await provider.issue(claims));
    const refused = [
      old,
      await provider.issue({ ...claims, aud: 'https://elsewhere.example' }),
      await provider.issue({ ...claims, repository: 'acme/unknown' }),
    ];

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await generic.publish(pkg, '1.0.0', String(second.body['token']))).toBe(201);
    const statuses = [];
    for (const jwt of refused) statuses.push((await exchange(jwt)).status);
    expect(statuses).toEqual([401, 401, 403]);
  });

  it('read with Maven what they publish, and nothing else that is private', async () => {
    const [repository, slugOfPrivate] = [newRepository(), `${slug}-private`];
    const body = { name: 'private', slug: slugOfPrivate, kind: 'private', owner_org_slug: slug };
    const made = await send('POST', `${platform.url}/v1/repositories`, { bearer: alice.session, body });
    expect(made.status).toBe(201);
    const files = mavenRequests(platform, `/maven/r/${slugOfPrivate}`);
    const [own, other] = [newCoordinates(), newCoordinates()];
    for (const at of [own, other]) expect((await files.deploy(at, alice.token)).status).toBe(201);
    await nameBuild(maven, `${own.group}:probe`, alice, { issuer: issuer.url, repository });
    const bearer = await issuer.sign(runOf(repository, platform.url));
    const exchanged = await send('POST', `${platform.url}/maven/r/${slugOfPrivate}/-/oidc/token`, { bearer });
    const token = String(exchanged.body['token']);

    const statuses = [];
    for (const [path, credential] of [
      [`${files.folderOf(own)}/maven-metadata.xml`, token],
      [files.fileOf(own, '.jar'), token],
      [`${files.folderOf(other)}/maven-metadata.xml`, token],
      [files.fileOf(other, '.jar'), token],
      [`org/maven-metadata.xml`, token],
      ['', token],
      [files.fileOf(own, '.jar'), undefined],
    ] as const) {
      statuses.push((await files.ask(path, credential)).status);
    }

    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 401]);
    expect((await files.deploy({ ...own, version: '2.0.0' }, token)).status).toBe(201);
  });

  it('read of images what they publish and public ones, and move no tag where a person decides', async () => {
    const repository = newRepository();
    const own = await trustBuilds(oci, repository, alice);
    const newName = () => oci.newName(alice.username);
    const [open, hidden, decided] = [newName(), newName(), newName()];
    for (const pkg of [open, hidden, decided]) expect(await ociPush(pkg, '0.1.0', alice.token)).toBe(201);
    for (const pkg of [own, hidden]) {
      const page = `${platform.url}/v1/packages/oci/${encodeURIComponent(pkg)}`;
      const body = { visibility: 'private' };
      expect((await send('PATCH', page, { bearer: alice.session, body })).status).toBe(200);
    }
    const rules = { issuer: issuer.url, repository: 'acme/decided', needs_approval: true };
    await nameBuild(oci, decided, alice, rules);
    const exchange = async (from: string) => {
      const bearer = await issuer.sign(runOf(from, platform.url));
      return String((await send('POST', `${platform.url}/oci/-/oidc/token`, { bearer })).body['token']);
    };

    const wanted = [own, open, hidden].map((pkg) => `repository:${pkg}:pull,push,delete`);
    const { token, scope } = await ociGrant(
      await exchange(repository),
      [...wanted, 'registry:catalog:*'].join(' '),
    );
    const statuses = [];
    for (const pkg of [own, open, hidden]) {
      const url = `${platform.url}/v2/${pkg}/manifests/0.1.0`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await answer.body?.cancel();
      statuses.push(answer.status);
    }

    expect(scope).toBe(`repository:${own}:pull,push repository:${open}:pull`);
    expect(statuses).toEqual([200, 200, 404]);
    const waiting = await exchange('acme/decided');
    expect(await ociPush(decided, '0.1.0', waiting)).toBe(201);
    expect(await ociPush(decided, 'newest', waiting, '0.1.0')).toBe(403);
  });
});
