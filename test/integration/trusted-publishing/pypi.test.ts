import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attestationOf } from '../../../ecosystems/pypi/fixtures/attestation.ts';
import { createSigstore, type TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { aboutWheel, attestedWheels, wheelOf } from '../../support/attested-wheels.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Claims, type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { policyClient } from '../../support/policy.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);
const integrityType = 'application/vnd.pypi.integrity.v1+json';
type Wheels = ReturnType<typeof attestedWheels>;

describe.skipIf(isMissing)('builds of Python projects', () => {
  let issuer: Issuer;
  let sigstore: TestSigstore;
  let platform: SharedPlatform;
  let alice: TestUser;
  let upload: Wheels['upload'];
  let attested: Wheels['attested'];
  let buildOf: Wheels['buildOf'];
  beforeAll(async () => {
    [issuer, sigstore] = await Promise.all([startIssuer({ isTrusted: true }), openRunSigstore()]);
    platform = await startOpenPlatform();
    alice = await platform.createUser();
    ({ upload, attested, buildOf } = attestedWheels(platform.url, issuer.url, sigstore));
  });
  afterAll(async () => {
    await platform?.stop();
    await issuer?.stop();
  });

  const newName = () => uniqueName('probe').toLowerCase();

  const mint = async (repository: string, changes: Claims = {}) =>
    mintWith(await issuer.sign({ ...runOf(repository, new URL(platform.url).host), ...changes }));
  const mintWith = (token: string) => send('POST', `${platform.url}/_/oidc/mint-token`, { body: { token } });
  const codeOf = ({ body }: { body: Record<string, unknown> }) =>
    (body['errors'] as { code: string }[] | undefined)?.[0]?.code;

  async function trust(repository: string): Promise<string> {
    const name = newName();
    expect((await upload(name, '0.1.0', alice.token)).status).toBe(200);
    const body = { issuer: issuer.url, repository, workflow_ref: 'release.yml' };
    const url = publishersUrl(platform, 'pypi', name);
    expect((await send('POST', url, { bearer: alice.session, body })).status).toBe(201);
    return name;
  }

  it('trade their identity for a token of one project', async () => {
    const repository = `acme/${uniqueName()}`;
    const name = await trust(repository);
    const other = await trust('acme/else');

    const minted = await mint(repository);
    const token = String(minted.body['token']);

    expect((await mint(repository, { aud: platform.url })).status).toBe(200);
    expect(minted).toMatchObject({ status: 200, body: { success: true, expires: expect.any(Number) } });
    expect((await upload(name, '1.0.0', token)).status).toBe(200);
    expect((await upload(other, '1.0.0', token)).status).toBe(403);
    expect((await upload(newName(), '1.0.0', token)).status).toBe(403);
  });

  it('learn from a code what is wrong', async () => {
    const repository = `acme/${uniqueName()}`;
    await trust(repository);
    const claims = runOf(repository, new URL(platform.url).host);
    const once = await issuer.sign(claims);
    await mintWith(once);

    const answers = {
      reused: await mintWith(once),
      stranger: await mint(`acme/${uniqueName()}`),
      elsewhere: await mint(repository, { aud: 'elsewhere.test' }),
      nonsense: await mintWith('x.y.z'),
      unknown: await mintWith(await issuer.sign({ ...claims, iss: 'https://ci.example.com' })),
      empty: await send('POST', `${platform.url}/_/oidc/mint-token`, { body: {} }),
    };

    expect(Object.values(answers).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(Object.entries(answers).map(([what, answer]) => [what, codeOf(answer)])).toEqual([
      ['reused', 'invalid-reuse-token'],
      ['stranger', 'invalid-publisher'],
      ['elsewhere', 'invalid-token'],
      ['nonsense', 'invalid-token'],
      ['unknown', 'not-enabled'],
      ['empty', 'invalid-payload'],
    ]);
  });

  it('make the project that a pending publisher is for, with attestations of that build alone', async () => {
    const slug = uniqueName('org').toLowerCase();
    const [name, repository] = [newName(), `acme/${uniqueName()}`];
    const call = (path: string, body: object) =>
      send('POST', `${platform.url}${path}`, { bearer: alice.session, body });
    await call('/v1/orgs', { name: slug, slug });
    await call('/v1/repositories', { name: slug, slug: `${slug}-all`, owner_org_slug: slug });
    const pended = await call(`/v1/orgs/${slug}/pending-publishers`, {
      ecosystem: 'pypi',
      name,
      issuer: issuer.url,
      repository,
      workflow_ref: 'release.yml',
    });
    expect(pended.status).toBe(201);

    const minted = await mint(repository);
    const token = String(minted.body['token']);
    const foreign = await attest(name, '1.0.0', 'acme/foreign');
    const refused = await upload(name, '1.0.0', token, { attestations: foreign });
    const first = await upload(name, '1.0.0', token, {
      attestations: await attest(name, '1.0.0', repository),
    });

    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('not the trusted publisher'),
    ]);
    expect(first).toMatchObject({ status: 200 });
    expect((await mint(repository)).status).toBe(200);
  });

  describe('with attestations', () => {
    it('have them verified and served', async () => {
      const repository = `acme/${uniqueName()}`;
      const name = await trust(repository);
      const token = String((await mint(repository)).body['token']);
      const [publish, slsa] = [
        await attested(name, '1.0.0', repository),
        await attested(name, '1.0.0', repository, { predicateType: 'https://slsa.dev/provenance/v1' }),
      ];
      const sent = [{ ...publish, extra: 'x' }, slsa];

      const uploaded = await upload(name, '1.0.0', token, { attestations: JSON.stringify(sent) });
      const page = await fetch(`${platform.url}/pypi/simple/${name}/`, {
        headers: { accept: 'application/vnd.pypi.simple.v1+json' },
      });
      const html = await (await fetch(`${platform.url}/pypi/simple/${name}/`)).text();

      expect(uploaded).toMatchObject({ status: 200, text: 'OK' });
      const { files } = (await page.json()) as {
        files: { filename: string; url: string; provenance: string }[];
      };
      const file = files.find(({ filename }) => filename.includes('-1.0.0-'));
      const { filename } = wheelOf(name, '1.0.0');
      expect(file?.provenance).toBe(`${platform.url}/pypi/integrity/${name}/1.0.0/${filename}/provenance`);
      expect(files.find((each) => each !== file)?.provenance).toBeNull();
      expect(html).toContain(`data-provenance="${file?.provenance}"`);
      const served = await fetch(file?.provenance ?? '', { headers: { accept: integrityType } });
      expect(served.headers.get('content-type')).toBe(integrityType);
      expect(served.headers.get('cache-control')).toContain('immutable');
      expect(await served.json()).toEqual({
        version: 1,
        attestation_bundles: [
          {
            publisher: {
              kind: issuer.url,
              repository,
              workflow: 'release.yml',
              environment: 'prod',
              claims: null,
            },
            attestations: [publish, slsa],
          },
        ],
      });
      const plain = await fetch(file?.provenance ?? '', { headers: { accept: 'application/json' } });
      expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect((await fetch(file?.provenance ?? '', { headers: { accept: 'text/html' } })).status).toBe(406);
      const beside = new URL(`${file?.url}.provenance`, page.url);
      expect([(await fetch(beside)).status, (await fetch(beside)).headers.get('content-type')]).toEqual([
        200,
        integrityType,
      ]);
      for (const path of [`integrity/other/1.0.0/${filename}`, `integrity/${name}/0.1.0/${filename}`]) {
        expect((await fetch(`${platform.url}/pypi/${path}/provenance`)).status).toBe(404);
      }
    });

    it('meet a policy that asks for them, with the first file of a release', async () => {
      const repository = `acme/${uniqueName()}`;
      const name = await trust(repository);
      const token = String((await mint(repository)).body['token']);
      const policies = policyClient(platform, alice);
      await policies.setPolicy({ require_attestation: true });

      await upload(name, '1.0.0', token, { attestations: await attest(name, '1.0.0', repository) });
      await upload(name, '1.1.0', token);

      await policies.expectState(['pypi', name, '1.0.0'], 'published');
      await policies.expectState(['pypi', name, '1.1.0'], 'held');
      await policies.setPolicy({ require_signature: true });
      await upload(name, '1.2.0', token, { attestations: await attest(name, '1.2.0', repository) });
      await policies.expectState(['pypi', name, '1.2.0'], 'held');
      await policies.setPolicy({});
    });

    it('are refused when these are of another file, another build, or not genuine; nothing stays', async () => {
      const repository = `acme/${uniqueName()}`;
      const name = await trust(repository);
      const token = String((await mint(repository)).body['token']);
      const stranger = await createSigstore();
      const good = await attested(name, '1.0.0', repository);
      const other = await attested(name, '1.0.0', repository, { digest: { sha256: '0'.repeat(64) } });
      const untrusted = await stranger.attest(aboutWheel(name, '1.0.0'), buildOf(repository));
      const exchanged = { ...good, envelope: { ...good.envelope, statement: other.envelope.statement } };
      const unlogged = {
        ...good,
        verification_material: { ...good.verification_material, transparency_entries: [] },
      };
      const workflow = await attested(name, '1.0.0', repository, {}, { workflow: 'other.yml' });

      const answers = await Promise.all(
        (
          [
            [other],
            [await attested(name, '2.0.0', repository)],
            [exchanged],
            [attestationOf(untrusted)],
            [workflow],
            [good, good],
            [await attested(name, '1.0.0', repository, { predicateType: 'https://example.com/p' })],
            [unlogged],
            [{ ...good, version: 2 }],
            [good, good, good],
            [],
            { good },
            'x'.repeat(600_000),
          ] as unknown[]
        ).map((attestations) => upload(name, '1.0.0', token, { attestations: JSON.stringify(attestations) })),
      );
      const stored = await upload(name, '1.0.0', alice.token, { attestations: JSON.stringify([good]) });

      expect(answers.map(({ status, text }) => `${status} ${text.trim()}`)).toEqual([
        expect.stringMatching(/^400 the attestation is about other bytes/),
        expect.stringMatching(/^400 the attestation is about probe.*2\.0\.0/),
        expect.stringMatching(/^400 the attestation is not valid/),
        expect.stringMatching(/^400 the attestation is not valid/),
        expect.stringMatching(/^400 the attestation is of a build of .* not the trusted publisher/),
        expect.stringMatching(/^400 the attestation is the second of the kind/),
        expect.stringMatching(/^400 the attestation has a statement of no known kind/),
        expect.stringMatching(/^400 the attestations are no list/),
        expect.stringMatching(/^400 the attestations are no list/),
        expect.stringMatching(/^400 the attestations are no list/),
        expect.stringMatching(/^400 the attestations are no list/),
        expect.stringMatching(/^400 the attestations are no list/),
        expect.stringMatching(/^413 the attestations are too large/),
      ]);
      expect(answers[0]?.reason).toBe('the attestation is about other bytes');
      expect([stored.status, stored.text]).toEqual([
        400,
        expect.stringContaining('a stored token uploads without'),
      ]);
      const page = await (await fetch(`${platform.url}/pypi/simple/${name}/`)).text();
      expect(page).not.toContain('-1.0.0-');
    });
  });

  const attest = async (name: string, version: string, repository: string) =>
    JSON.stringify([await attested(name, version, repository)]);
});
