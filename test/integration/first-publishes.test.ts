import { afterAll, beforeAll, expect, it } from 'vitest';
import { uniqueName } from '../support/crates.ts';
import { digestOf } from '../support/layers.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';
import { type Coordinates, mavenRequests } from './maven/requests.ts';

let platform: Platform;
let alice: TestUser;
let maven: ReturnType<typeof mavenRequests>;
beforeAll(async () => {
  platform = await startPlatform();
  alice = await platform.createUser();
  maven = mavenRequests(platform);
});
afterAll(() => platform?.stop());

const fresh = () =>
  `n${uniqueName()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}`;

async function call(method: string, path: string, bearer: string | undefined, body?: object) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

const basicOf = ({ username, token }: TestUser) =>
  `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;

/** Pushes a manifest with the token that an image client gets in exchange for its password. */
async function pushManifest(name: string, user: TestUser) {
  const scope = encodeURIComponent(`repository:${name}:pull,push`);
  const traded = await fetch(`${platform.url}/oci/token?service=registry&scope=${scope}`, {
    headers: { authorization: basicOf(user) },
  });
  const { token } = (await traded.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const config = Buffer.from('{}');
  const url = `${platform.url}/v2/${name}`;
  const blob = await fetch(`${url}/blobs/uploads/?digest=${digestOf(config)}`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  if (blob.status !== 201) return { status: blob.status, text: await blob.text() };
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = {
    schemaVersion: 2,
    mediaType,
    config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: digestOf(config), size: 2 },
    layers: [],
  };
  const answer = await fetch(`${url}/manifests/1.0`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': mediaType },
    body: JSON.stringify(manifest),
  });
  return { status: answer.status, text: await answer.text() };
}

it('a first push claims the own name, and no name that a person may register with later', async () => {
  const later = fresh();

  expect((await pushManifest(`${alice.username.toLowerCase()}/probe`, alice)).status).toBe(201);
  const refused = await pushManifest(`${later}/probe`, alice);
  const single = await pushManifest(fresh(), alice);

  const said = JSON.parse(refused.text) as { errors: { code: string; message: string }[] };
  expect([refused.status, single.status, said.errors[0]?.code]).toEqual([403, 403, 'DENIED']);
  expect(said.errors[0]?.message).toContain(
    `publish to ${alice.username.toLowerCase()}/… or claim it first (POST /v1/namespaces {"ecosystem":"oci","namespace":"${later}"})`,
  );
  const named = await platform.createUser(later);
  expect((await pushManifest(`${later}/probe`, named)).status).toBe(201);
  expect((await pushManifest(`${later}/other`, alice)).status).toBe(403);
});

it('a push to another name works once it is claimed on purpose, and to that of an organization for its publishers', async () => {
  const [claimed, slug] = [fresh(), fresh()];
  const claim = { ecosystem: 'oci', namespace: claimed };

  expect((await call('POST', '/namespaces', alice.session, claim)).status).toBe(201);
  expect((await pushManifest(`${claimed}/probe`, alice)).status).toBe(201);

  await call('POST', '/orgs', alice.session, { name: slug, slug });
  await call('POST', '/repositories', alice.session, { name: slug, slug, owner_org_slug: slug });
  expect((await pushManifest(`${slug}/probe`, alice)).status).toBe(201);
});

it.each(['com', 'uk.co', 'io.github', 'com.github'])(
  'a first publish into the group %s is refused with the reason',
  async (group) => {
    const at: Coordinates = { group, artifact: uniqueName().toLowerCase(), version: '1.0.0' };

    const answer = await maven.putFile(at, '.jar', alice.token, 'the jar');

    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`the groupId ${group} is the domain`);
  },
);

it('a group that a private repository claims is known to its holders alone', async () => {
  const [slug, group] = [fresh(), `org.${fresh()}.plan`];
  const stranger = await platform.createUser();
  const vault = { name: slug, slug, kind: 'private' };
  expect((await call('POST', '/repositories', alice.session, vault)).status).toBe(201);
  const inVault = mavenRequests(platform, `/maven/r/${slug}`);
  const at: Coordinates = { group, artifact: 'probe', version: '1.0.0' };
  expect((await inVault.putFile(at, '.jar', alice.token, 'the jar')).status).toBe(201);
  expect((await inVault.putPom(at, alice.token)).status).toBe(201);
  expect((await inVault.commit(at, alice.token)).status).toBe(201);
  const look = async (bearer?: string) => {
    const found = await call('GET', `/namespaces/lookup?ecosystem=maven&namespace=${group}`, bearer);
    if (bearer === undefined) return [found.status];
    const listed = await call('GET', '/namespaces?ecosystem=maven&per_page=100', bearer);
    const names = (listed.body['namespaces'] as { namespace: string }[]).map(({ namespace }) => namespace);
    return [found.status, names.includes(group)];
  };

  expect([await look(), await look(stranger.token), await look(alice.token)]).toEqual([
    [404],
    [404, false],
    [200, true],
  ]);
  const other = await maven.putFile({ ...at, artifact: 'other' }, '.jar', stranger.token, 'the jar');
  expect(other.status).toBe(403);
  expect(await other.text()).not.toContain(alice.username);
});
