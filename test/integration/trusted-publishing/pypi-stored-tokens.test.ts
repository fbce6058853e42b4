import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attestationOf } from '../../../ecosystems/pypi/fixtures/attestation.ts';
import {
  type Build,
  createSigstore,
  type TestSigstore,
} from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { aboutWheel, attestedWheels, wheelOf } from '../../support/attested-wheels.ts';
import { uniqueName } from '../../support/crates.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, send } from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);
/** An issuer whose keys no test requests: it is only named in certificates. */
const issuer = 'https://builds.example.com';
type Wheels = ReturnType<typeof attestedWheels>;

describe.skipIf(isMissing)('attestations with a stored token', () => {
  let sigstore: TestSigstore;
  let platform: SharedPlatform;
  let alice: TestUser;
  let upload: Wheels['upload'];
  let attested: Wheels['attested'];
  let buildOf: Wheels['buildOf'];
  beforeAll(async () => {
    sigstore = await openRunSigstore();
    platform = await startOpenPlatform();
    alice = await platform.createUser();
    ({ upload, attested, buildOf } = attestedWheels(platform.url, issuer, sigstore));
  });
  afterAll(async () => {
    await platform?.stop();
  });

  const newName = () => uniqueName('probe').toLowerCase();

  /** A project of alice's organization, with one release. */
  async function place() {
    const slug = uniqueName('org').toLowerCase();
    const name = newName();
    const call = (method: string, path: string, body: object) =>
      send(method, `${platform.url}/v1/${path}`, { bearer: alice.session, body });
    await call('POST', 'orgs', { name: slug, slug });
    await call('POST', 'repositories', { name: slug, slug, owner_org_slug: slug });
    await call('POST', 'packages', { ecosystem: 'pypi', name, repository_slug: slug });
    expect((await upload(name, '0.1.0', alice.token)).status).toBe(200);
    const say = async (of: 'orgs' | 'repositories', policy: object) =>
      expect((await call('PUT', `${of}/${slug}/policy`, policy)).status).toBe(200);
    const trustIn = async (rules: object) => {
      const url = publishersUrl(platform, 'pypi', name);
      const body = { issuer, workflow_ref: 'release.yml', ...rules };
      expect((await send('POST', url, { bearer: alice.session, body })).status).toBe(201);
    };
    return { name, say, trustIn };
  }
  const allowed = { allow_token_attestations: true };
  const sendBy = (name: string, sent: readonly unknown[], token = alice.token) =>
    upload(name, '1.0.0', token, { attestations: JSON.stringify(sent) });
  const notShown =
    /^the attestation is of a build of \S+, which its certificate does not show to be a trusted/;

  it('are taken where policies allow it, from a build that the project trusts', async () => {
    const { name, say, trustIn } = await place();
    const repository = `acme/${name}`;
    await trustIn({ repository, environment: 'prod' });
    const commit = 'c0ffee0'.repeat(5);
    const good = [await attested(name, '1.0.0', repository, {}, { commit })];

    const asked = await sendBy(name, good);
    await say('repositories', allowed);
    await say('orgs', { allow_token_attestations: false });
    const forbidden = await sendBy(name, good);
    await say('orgs', {});
    const taken = await sendBy(name, good);

    expect([asked, forbidden].map(({ status, text }) => [status, text])).toEqual([
      [400, expect.stringContaining('a stored token uploads without them, unless the policy')],
      [400, expect.stringContaining('a stored token uploads without them, unless the policy')],
    ]);
    expect(taken).toMatchObject({ status: 200, text: 'OK' });
    const { filename } = wheelOf(name, '1.0.0');
    const served = await fetch(`${platform.url}/pypi/integrity/${name}/1.0.0/${filename}/provenance`);
    expect(await served.json()).toMatchObject({
      attestation_bundles: [
        { publisher: { repository, workflow: 'release.yml', environment: 'prod' }, attestations: good },
      ],
    });
    const workflow = `${repository}/.github/workflows/release.yml@refs/heads/main`;
    const listed = await fetch(`${platform.url}/v1/packages/pypi/${name}/releases/1.0.0/artifacts`);
    const { artifacts } = (await listed.json()) as { artifacts: { filename: string; build: unknown }[] };
    expect(artifacts.filter(({ build }) => build !== null)).toMatchObject([
      { filename, build: { issuer, repository, commit, workflow } },
    ]);
    const page = await (await fetch(`${platform.url}/packages/pypi/${name}/1.0.0`)).text();
    for (const shown of [repository, commit, workflow]) expect(page).toContain(shown);
  });

  it('are verified as those of builds are, and nothing stays of what is refused', async () => {
    const { name, say, trustIn } = await place();
    const repository = `acme/${name}`;
    await trustIn({ repository });
    await say('orgs', allowed);
    const stranger = await createSigstore();
    const good = await attested(name, '1.0.0', repository);
    const about = aboutWheel(name, '1.0.0');
    const untrusted = attestationOf(await stranger.attest(about, buildOf(repository)));
    const bytes = await attested(name, '1.0.0', repository, { digest: { sha256: '0'.repeat(64) } });
    const kind = await attested(name, '1.0.0', repository, { predicateType: 'https://example.com/p' });
    const material = { ...good.verification_material, transparency_entries: [] };
    const person = await attested(name, '1.0.0', repository, {}, { person: 'a@example.com' });

    const answers = [
      await sendBy(name, [bytes]),
      await sendBy(name, [await attested(name, '2.0.0', repository)]),
      await sendBy(name, [kind]),
      await sendBy(name, [untrusted]),
      await sendBy(name, [{ ...good, verification_material: material }]),
      await sendBy(name, [good, good]),
      await sendBy(name, [person]),
    ];

    expect(answers.map(({ status, text }) => `${status} ${text.trim()}`)).toEqual([
      expect.stringMatching(/^400 the attestation is about other bytes/),
      expect.stringMatching(/^400 the attestation is about probe.*2\.0\.0/),
      expect.stringMatching(/^400 the attestation has a statement of no known kind/),
      expect.stringMatching(/^400 the attestation is not valid/),
      expect.stringMatching(/^400 the attestations are no list/),
      expect.stringMatching(/^400 the attestation is the second of the kind/),
      expect.stringMatching(/^400 the attestation is not signed by a build/),
    ]);
    expect(await (await fetch(`${platform.url}/pypi/simple/${name}/`)).text()).not.toContain('-1.0.0-');
  });

  it('need a publisher of the project whose every rule the certificate shows', async () => {
    const { name, say, trustIn } = await place();
    const repository = `acme/${name}`;
    await say('orgs', allowed);
    const good = await attested(name, '1.0.0', repository);
    const withoutPublisher = await sendBy(name, [good]);
    await trustIn({ subject: `repo:${repository}:environment:prod` });
    const bySubject = await sendBy(name, [good]);
    await trustIn({ repository, environment: 'prod', repository_owner_id: '42' });
    const as = async (build: Partial<Build>) =>
      sendBy(name, [await attested(name, '1.0.0', repository, {}, build)]);
    const { environment: _environment, ...nowhere } = buildOf(repository);
    const about = aboutWheel(name, '1.0.0');

    const answers = [
      withoutPublisher,
      bySubject,
      await as({ repository: 'acme/else' }),
      await as({ workflow: 'other.yml' }),
      await as({ environment: 'staging' }),
      await sendBy(name, [attestationOf(await sigstore.attest(about, nowhere))]),
      await as({ repositoryOwnerId: '43' }),
      await as({ event: 'pull_request_target' }),
      await as({ issuer: 'https://ci.example.com' }),
    ];

    for (const { status, text } of answers)
      expect([status, text]).toEqual([400, expect.stringMatching(notShown)]);
    expect(await (await fetch(`${platform.url}/pypi/simple/${name}/`)).text()).not.toContain('-1.0.0-');
    expect(await as({ event: 'push' })).toMatchObject({ status: 200 });
  });

  it('make no project, and tell strangers nothing of the policy', async () => {
    const { name, say, trustIn } = await place();
    const repository = `acme/${name}`;
    await trustIn({ repository });
    await say('orgs', allowed);
    const stranger = await platform.createUser();
    const fresh = newName();

    const foreign = await sendBy(name, [await attested(name, '1.0.0', repository)], stranger.token);
    const first = await sendBy(fresh, [await attested(fresh, '1.0.0', repository)]);

    expect([foreign.status, foreign.text]).toEqual([403, expect.not.stringContaining('policy')]);
    expect(first.status).toBe(400);
    expect((await fetch(`${platform.url}/pypi/simple/${fresh}/`)).status).toBe(404);
  });
});
