import { afterAll, beforeAll, expect, it } from 'vitest';
import { pomOf } from '../../../ecosystems/maven/fixtures/pom.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, mavenRequests, newCoordinates } from './requests.ts';
import { approval } from '../../support/reviewing.ts';

let platform: SharedPlatform;
let owner: TestUser;
let maven: ReturnType<typeof mavenRequests>;
let shared: typeof maven;
const org = uniqueName('org').toLowerCase();

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  await v1('POST', 'orgs', { name: org, slug: org });
  await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org });
  const mvn = 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)';
  maven = mavenRequests(platform, `/maven/r/${org}`, mvn);
  shared = mavenRequests(platform, '/maven', mvn);
});
afterAll(() => platform?.stop());

async function v1(method: string, path: string, body?: object, token = owner.session) {
  const answer = await fetch(`${platform.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

const setPolicy = async (policy: object) =>
  expect((await v1('PUT', `orgs/${org}/policy`, policy)).status).toBe(200);
const releaseOf = ({ group, artifact, version }: Coordinates) =>
  `packages/maven/${encodeURIComponent(`${group}:${artifact}`)}/releases/${version}`;
const approve = async (at: Coordinates) =>
  v1(
    'POST',
    `${releaseOf(at)}/approve`,
    await approval(`${platform.url}/v1/${releaseOf(at)}`, owner.session),
  );
const stateOf = async (at: Coordinates) => {
  const { body } = await v1('GET', releaseOf(at));
  return [body.status, body.status_reason];
};

const licensed = (license: string) => `<licenses><license><name>${license}</name></license></licenses>`;

/** Deploys a jar with sources and a checksum, as build tools do. */
async function deploy(at: Coordinates, license = 'MIT'): Promise<Response> {
  for (const [ending, body] of Object.entries({
    '.jar': `jar of ${at.group}`,
    '-sources.jar': `sources of ${at.group}`,
    '.pom': pomOf({ ...at, inside: licensed(license) }),
  })) {
    expect((await maven.putFile(at, ending, owner.token, body)).status).toBe(201);
  }
  return maven.commit(at, owner.token);
}

/** The visible files of a deploy, read through both mounts. */
async function visible(at: Coordinates): Promise<string[]> {
  const folder = maven.folderOf(at);
  const paths = [
    ...['.jar', '.jar.sha1', '-sources.jar', '.pom', '.pom.md5'].map((ending) => maven.fileOf(at, ending)),
    `${folder}/maven-metadata.xml`,
    `${folder}/maven-metadata.xml.sha256`,
    `${folder}/`,
  ];
  const found: string[] = [];
  for (const mount of [maven, shared])
    for (const path of paths) if ((await mount.ask(path)).status === 200) found.push(path);
  return found;
}
const all = 16;

async function expectHeld(at: Coordinates, reason: string, license?: string): Promise<void> {
  const sent = await deploy(at, license);
  const warning = `${at.group}:${at.artifact} ${at.version} waits for a person: ${platform.url}/`;
  expect([sent.status, await sent.text()]).toEqual([202, expect.stringContaining(warning)]);
  expect(sent.headers.get('warning')).toContain('waits for a person');
  expect(await stateOf(at)).toEqual(['quarantine', reason]);
  expect(await visible(at)).toEqual([]);
}

it('a deploy that waits for an approval is visible as a whole once it is there', async () => {
  await setPolicy({ require_approval: 'one_person' });
  const at = newCoordinates();
  await expectHeld(at, 'policy_hold');

  expect((await approve(at)).status).toBe(200);

  expect(await stateOf(at)).toEqual(['published', null]);
  expect(await visible(at)).toHaveLength(all);
});

it('a deploy that is rejected leaves nothing visible, and its version can come again', async () => {
  await setPolicy({ require_approval: 'one_person' });
  const at = newCoordinates();
  await expectHeld(at, 'policy_hold');

  expect((await v1('POST', `${releaseOf(at)}/reject`, { reason: 'not now' })).status).toBe(200);

  await eventually(async () => expect(await visible(at)).toEqual([]));
  await setPolicy({});
  expect((await deploy(at)).status).toBe(201);
  expect(await visible(at)).toHaveLength(all);
});

it('a deploy with a license that is not allowed waits, another one does not', async () => {
  await setPolicy({ allowed_licenses: ['MIT', 'Apache-2.0'] });
  const [good, bad] = [newCoordinates(), newCoordinates()];

  expect((await deploy(good, 'Apache-2.0')).status).toBe(201);
  await expectHeld(bad, 'policy_hold', 'AGPL-3.0-only');

  expect(await visible(good)).toHaveLength(all);
  expect((await approve(bad)).status).toBe(200);
  expect(await visible(bad)).toHaveLength(all);
});

it('a deploy without the files that a policy asks for waits', async () => {
  await setPolicy({ require_sources: true });
  const at = newCoordinates();
  expect((await deploy(at)).status).toBe(201);
  const parent = { ...newCoordinates(), artifact: 'parent' };
  await maven.putPom(parent, owner.token, { packaging: 'pom' });
  expect((await maven.commit(parent, owner.token)).status).toBe(201);

  await setPolicy({ require_sources: true, require_javadoc: true });
  await expectHeld(newCoordinates(), 'policy_hold');
});

it('a deploy cools down for as long as its organization says, and comes then as a whole', async () => {
  await setPolicy({});
  expect((await v1('PATCH', `orgs/${org}`, { min_release_age_hours: 2 })).status).toBe(200);
  const at = newCoordinates();
  await expectHeld(at, 'cooling_down');

  await query(
    platform.databaseUrl,
    `update releases set uploaded_at = now() - interval '3 hours'
     from packages where packages.id = releases.package_id and packages.name = $1`,
    [`${at.group}:${at.artifact}`],
  );
  await v1('POST', 'admin/jobs/recover-stale', undefined, platform.adminToken);

  await eventually(async () => expect(await visible(at)).toHaveLength(all), { withinMs: 60_000 });
}, 90_000);

it('modules of one build are judged each, and none is visible before its own approval', async () => {
  await setPolicy({ denied_licenses: ['AGPL-3.0-only'] });
  const { group, version } = newCoordinates();
  const [free, held] = ['free', 'held'].map((artifact) => ({ group, version, artifact }));
  if (!free || !held) throw new Error('no modules');
  for (const [at, license] of [
    [free, 'MIT'],
    [held, 'AGPL-3.0-only'],
  ] as const) {
    for (const ending of ['.jar', '-sources.jar'])
      await maven.putFile(at, ending, owner.token, `${ending} of ${at.artifact}`);
    await maven.putFile(at, '.pom', owner.token, pomOf({ ...at, inside: licensed(license) }));
  }

  const first = await maven.commit(free, owner.token);
  expect([first.status, await visible(free)]).toEqual([202, []]);
  const second = await maven.commit(held, owner.token);

  expect([second.status, await second.text()]).toEqual([202, expect.stringContaining(`${group}:held`)]);
  expect([(await visible(free)).length, await visible(held)]).toEqual([all, []]);
  expect((await approve(held)).status).toBe(200);
  expect(await visible(held)).toHaveLength(all);
});
