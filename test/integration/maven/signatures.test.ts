import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner, type TestSigner } from '../../../ecosystems/openpgp/fixtures/signer.ts';
import { createSigstore, type TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { findFacts } from '../../../store/postgres/policies/facts.ts';
import { openPool } from '../../../store/postgres/pool.ts';
import { query } from '../../support/database.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { policyClient } from '../../support/policy.ts';
import { type Coordinates, hexOf, mavenRequests, newCoordinates } from './requests.ts';

let platform: SharedPlatform;
let sigstore: TestSigstore;
let author: TestUser;
let stranger: TestUser;
let alice: TestSigner;
let mallory: TestSigner;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  [alice, mallory, sigstore] = await Promise.all([
    createSigner('Alice'),
    createSigner('Mallory'),
    openRunSigstore(),
  ]);
  platform = await startOpenPlatform();
  [author, stranger] = await Promise.all([platform.createUser(), platform.createUser()]);
  maven = mavenRequests(platform);
});
afterAll(async () => {
  await platform?.stop();
});

async function call(method: string, path: string, { session }: { session: string }, body?: object) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${session}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** A claimed group, whose owner has published Alice's key. */
async function newSignedGroup(): Promise<Coordinates & { namespaceId: string }> {
  const at = newCoordinates();
  const claim = { ecosystem: 'maven', namespace: at.group };
  const { body } = await call('POST', '/v1/namespaces', author, claim);
  const key = { armored: alice.publicKey };
  expect((await call('POST', `/v1/namespaces/${body.id}/keys`, author, key)).status).toBe(201);
  return { ...at, namespaceId: body.id };
}

async function proofsOf({ group, artifact, version }: Coordinates): Promise<Record<string, object>> {
  const path = `/v1/packages/maven/${encodeURIComponent(`${group}:${artifact}`)}/releases/${version}/artifacts`;
  const { body } = await call('GET', path, author);
  const artifacts: { filename: string; proof: object | null }[] = body.artifacts;
  return Object.fromEntries(artifacts.flatMap(({ filename, proof }) => (proof ? [[filename, proof]] : [])));
}

async function releaseIdOf({ group, artifact, version }: Coordinates): Promise<string> {
  const [found] = await query<{ id: string }>(
    platform.databaseUrl,
    `select releases.id from releases join packages on packages.id = releases.package_id
     where packages.name = $1 and releases.version = $2`,
    [`${group}:${artifact}`, version],
  );
  if (!found) throw new Error('there is no such release');
  return found.id;
}

/** The facts that policies judge. */
async function factsOf(at: Coordinates) {
  const pool = await openPool(platform.databaseUrl, 1);
  try {
    const facts = await findFacts(pool, await releaseIdOf(at));
    return { hasSignature: facts?.hasSignature, hasAttestation: facts?.hasAttestation };
  } finally {
    await pool.end();
  }
}

async function deploy(at: Coordinates, extra: Record<string, string>): Promise<Response> {
  for (const [ending, body] of Object.entries(extra)) {
    expect((await maven.putFile(at, ending, author.token, body)).status).toBe(201);
  }
  return maven.deploy(at, author.token, 'the jar');
}

describe('a signature beside a file', () => {
  it('by a key of the namespace is verified, whichever comes first', async () => {
    const at = await newSignedGroup();

    const committed = await deploy(at, { '.jar.asc': await alice.sign('the jar') });

    expect(committed.status).toBe(201);
    expect(await proofsOf(at)).toEqual({
      'probe-1.0.0.jar.asc': {
        kind: 'openpgp',
        about: 'probe-1.0.0.jar',
        status: 'verified',
        key: expect.stringMatching(/^[0-9A-F]{40}$/),
        signer: 'Alice <alice@example.com>',
      },
    });
    const served = await maven.ask(maven.fileOf(at, '.jar.asc'));
    expect(await served.text()).toContain('BEGIN PGP SIGNATURE');
    const sum = await maven.ask(`${maven.fileOf(at, '.jar.asc')}.sha256`);
    expect((await sum.text()).length).toBe(64);
  });

  it('by an unpublished key is shown as unverified', async () => {
    const at = await newSignedGroup();

    expect((await deploy(at, { '.jar.asc': await mallory.sign('the jar') })).status).toBe(201);

    expect(await proofsOf(at)).toMatchObject({
      'probe-1.0.0.jar.asc': {
        status: 'unverified',
        key: expect.stringMatching(/^[0-9A-F]{16}$/),
        signer: null,
      },
    });
  });

  it.each([
    ['of other bytes', '.jar.asc', () => alice.sign('another jar'), 'does not hold'],
    ['that is none', '.jar.asc', async () => 'hello', 'is no OpenPGP signature'],
    ['without its file', '-sources.jar.asc', () => alice.sign('sources'), 'came without'],
    ['that is too large', '.jar.asc', async () => 'x'.repeat(300_000), 'is larger than'],
  ])('%s is refused, and nothing stays', async (_what, ending, armored, reason) => {
    const at = await newSignedGroup();

    const refused = await deploy(at, { [ending]: await armored() });

    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)]);
    expect((await maven.ask(maven.fileOf(at, '.jar'))).status).toBe(404);
    expect((await deploy(at, {})).status).toBe(201);
  });

  it('that comes after the publish is checked against the file that is there', async () => {
    const at = await newSignedGroup();
    await deploy(at, {});

    const wrong = await maven.putFile(at, '.jar.asc', author.token, await alice.sign('another jar'));
    const lonely = await maven.putFile(at, '-x.jar.asc', author.token, await alice.sign('x'));
    const right = await maven.putFile(at, '.jar.asc', author.token, await alice.sign('the jar'));

    expect([wrong.status, lonely.status, right.status]).toEqual([400, 400, 201]);
    expect(await proofsOf(at)).toMatchObject({ 'probe-1.0.0.jar.asc': { status: 'verified' } });
  });

  it('in a part of the namespace counts as well, and none by a key that was taken back', async () => {
    const whole = await newSignedGroup();
    const below = { ...whole, group: `${whole.group}.tools` };
    expect((await deploy(below, { '.jar.asc': await alice.sign('the jar') })).status).toBe(201);
    expect(await proofsOf(below)).toMatchObject({ 'probe-1.0.0.jar.asc': { status: 'verified' } });
    const path = `/v1/namespaces/${whole.namespaceId}/keys`;
    const { body } = await call('GET', path, stranger);
    const [{ fingerprint }] = body.keys;

    expect((await call('DELETE', `${path}/${fingerprint}`, author)).status).toBe(204);

    const next = { ...below, version: '1.1.0' };
    expect((await deploy(next, { '.jar.asc': await alice.sign('the jar') })).status).toBe(201);
    expect(await proofsOf(next)).toMatchObject({ 'probe-1.1.0.jar.asc': { status: 'unverified' } });
  });
});

describe('keys of a namespace', () => {
  it('are published by its owner and read by all', async () => {
    const signed = await newSignedGroup();
    // other users see a claim once it contains a public package
    await deploy(signed, {});
    const path = `/v1/namespaces/${signed.namespaceId}/keys`;
    const body = { armored: mallory.publicKey };

    expect((await fetch(`${platform.url}${path}`)).status).toBe(200);
    expect((await call('POST', path, stranger, body)).status).toBe(403);
    // the API refuses the user before it reads the body
    expect((await call('POST', path, stranger, { armored: 'hello' })).status).toBe(403);
    expect((await call('DELETE', `${path}/${'A'.repeat(40)}`, stranger)).status).toBe(403);
    expect((await call('DELETE', `${path}/${'A'.repeat(40)}`, author)).status).toBe(404);
    expect((await call('POST', path, author, { armored: alice.publicKey })).status).toBe(409);
    expect((await call('POST', path, author, { armored: mallory.privateKey })).body).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining('private key'),
    });
    expect((await call('POST', path, author, { armored: 'x'.repeat(70_000) })).status).toBe(422);
    expect((await call('GET', path, author)).body.keys).toHaveLength(1);
  });
});

describe('a Sigstore bundle beside a file', () => {
  const bundleOf = (body: string, build: { person?: string } = {}) =>
    sigstore.attest(
      { name: 'pkg:maven/org.acme/probe@1.0.0', digest: { sha512: hexOf('sha512', body) } },
      build,
    );

  async function trustBuilds(at: { group: string; artifact: string }, repository = 'acme/probe') {
    const name = encodeURIComponent(`${at.group}:${at.artifact}`);
    const issuer = 'https://token.actions.githubusercontent.com';
    const publisher = { issuer, repository, workflow_ref: 'release.yml' };
    const named = await call('POST', `/v1/packages/maven/${name}/trusted-publishers`, author, publisher);
    expect(named, JSON.stringify(named.body)).toMatchObject({ status: 201 });
  }

  it('about it is verified, and says which build signed it', async () => {
    const at = newCoordinates();

    expect((await deploy(at, { '.jar.sigstore.json': await bundleOf('the jar') })).status).toBe(201);

    expect(await proofsOf(at)).toEqual({
      'probe-1.0.0.jar.sigstore.json': {
        kind: 'sigstore',
        about: 'probe-1.0.0.jar',
        status: 'verified',
        key: null,
        signer: 'https://github.com/acme/probe/.github/workflows/release.yml@refs/heads/main',
        build: 'acme/probe',
      },
    });
  });

  it.each([
    ['about another file', () => bundleOf('another'), 'is about another file'],
    ['that is none', async () => '{"a":1}', 'is no Sigstore bundle'],
    ['that is no JSON', async () => 'hello', 'is no Sigstore bundle'],
    [
      'of untrusted logs',
      async () =>
        (await createSigstore()).attest({ name: 'x', digest: { sha512: hexOf('sha512', 'the jar') } }),
      'is not valid',
    ],
  ])('%s is refused', async (_what, bundle, reason) => {
    const at = newCoordinates();

    const refused = await deploy(at, { '.jar.sigstore.json': await bundle() });

    expect([refused.status < 500, await refused.text()]).toEqual([true, expect.stringContaining(reason)]);
    expect((await maven.ask(maven.fileOf(at, '.jar'))).status).toBe(404);
  });

  it('of a build that may not publish the package is refused', async () => {
    const at = newCoordinates();
    await deploy(at, {});
    await trustBuilds(at, 'other/probe');

    const next = { ...at, version: '1.1.0' };
    const refused = await deploy(next, { '.jar.sigstore.json': await bundleOf('the jar') });

    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('no trusted publisher'),
    ]);

    const bundle = await bundleOf('the jar', { person: 'mallory@example.com' });
    const personal = await deploy({ ...at, version: '1.2.0' }, { '.jar.sigstore.json': bundle });

    expect([personal.status, await personal.text()]).toEqual([
      403,
      expect.stringContaining('signed by a person, which is no trusted publisher'),
    ]);
  });

  it('lets a deploy through that a policy would hold, whichever file it is about', async () => {
    const policies = policyClient(platform, author);
    const at = await newSignedGroup();
    const next = (version: string) => ({ ...at, version });
    await policies.setPolicy({ require_signature: true });

    await deploy(next('1.0.0'), { '.jar.asc': await alice.sign('the jar') });
    await deploy(next('1.1.0'), { '.jar.asc': await mallory.sign('the jar') });
    await deploy(next('1.2.0'), { '.jar.sigstore.json': await bundleOf('the jar') });
    await policies.setPolicy({ require_attestation: true });
    await deploy(next('1.2.1'), { '.jar.sigstore.json': await bundleOf('the jar') });
    await trustBuilds(at);
    await deploy(next('1.3.0'), { '.jar.sigstore.json': await bundleOf('the jar') });
    await deploy(next('1.4.0'), { '.jar.asc': await alice.sign('the jar') });
    await policies.setPolicy({});

    for (const [version, state] of [
      ['1.0.0', 'published'],
      ['1.1.0', 'held'],
      ['1.2.0', 'held'],
      // the package has no trusted publisher
      ['1.2.1', 'held'],
      ['1.3.0', 'published'],
      ['1.4.0', 'held'],
    ] as const) {
      await policies.expectState(['maven', `${at.group}:${at.artifact}`, version], state);
    }
  });

  it('counts for policies when a build signed it, as signatures do when they are verified', async () => {
    const [built, personal, none] = [newCoordinates(), newCoordinates(), newCoordinates()];
    const signed = await newSignedGroup();
    const bundle = await bundleOf('the jar', { person: 'mallory@example.com' });
    expect((await deploy({ ...built, version: '0.9.0' }, {})).status).toBe(201);
    await trustBuilds(built);
    expect((await deploy(built, { '.jar.sigstore.json': await bundleOf('the jar') })).status).toBe(201);
    expect((await deploy(personal, { '.jar.sigstore.json': bundle })).status).toBe(201);
    expect((await deploy(none, { '.jar.asc': await mallory.sign('the jar') })).status).toBe(201);
    expect((await deploy(signed, { '.jar.asc': await alice.sign('the jar') })).status).toBe(201);

    expect(await proofsOf(personal)).toEqual({
      'probe-1.0.0.jar.sigstore.json': expect.not.objectContaining({ build: expect.anything() }),
    });
    expect(await factsOf(built)).toEqual({ hasSignature: false, hasAttestation: true });
    expect(await factsOf(personal)).toEqual({ hasSignature: false, hasAttestation: false });
    expect(await factsOf(none)).toEqual({ hasSignature: false, hasAttestation: false });
    expect(await factsOf(signed)).toEqual({ hasSignature: true, hasAttestation: false });
  });
});
