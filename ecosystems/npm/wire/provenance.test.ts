import { beforeAll, describe, expect, test } from 'vitest';
import { createSigstore, type Statement, type TestSigstore } from '../../sigstore/fixtures/sigstore.ts';
import { createVerifier } from '../../sigstore/verifier.ts';
import { verifyProvenance } from './provenance.ts';

const sha512Hex = 'ab'.repeat(64);
const subject = { name: '@acme/probe', version: '1.0.0', sha512Hex };
const honest: Statement = { name: 'pkg:npm/%40acme/probe@1.0.0', digest: { sha512: sha512Hex } };

let sigstore: TestSigstore;
let stranger: TestSigstore;

beforeAll(async () => {
  sigstore = await createSigstore();
  stranger = await createSigstore();
});

const verify = (text: string, trustedRoot: string | null = sigstore.trustedRoot) =>
  verifyProvenance(text, subject, createVerifier(trustedRoot));

test('a bundle about this file says which build made it', async () => {
  const provenance = verify(await sigstore.attest(honest, { environment: 'prod', commit: 'c0ffee' }));

  expect(provenance.predicateType).toBe('https://slsa.dev/provenance/v1');
  expect(provenance.build).toEqual({
    issuer: 'https://token.actions.githubusercontent.com',
    repository: 'acme/probe',
    repositoryOwnerId: '4711',
    commit: 'c0ffee',
    workflowRefs: [
      'acme/probe/.github/workflows/release.yml@refs/heads/main',
      'github.com/acme/probe/.github/workflows/release.yml@refs/heads/main',
    ],
    environment: 'prod',
    event: null,
  });
});

test('what is kept can be verified again and has nothing beside it', async () => {
  const sent = { ...JSON.parse(await sigstore.attest(honest)), extra: 'x' };

  const { bundle } = verify(JSON.stringify(sent));

  expect(JSON.stringify(bundle)).not.toContain('extra');
  expect(verify(JSON.stringify(bundle)).build.repository).toBe('acme/probe');
});

test('a long name in a certificate is read whole', async () => {
  const repository = `acme/${'p'.repeat(300)}`;

  const { build } = verify(await sigstore.attest(honest, { repository }));

  expect(build.repository).toBe(repository);
});

describe('refuses', () => {
  test.each<[string, Statement, RegExp]>([
    ['another package', { ...honest, name: 'pkg:npm/probe@1.0.0' }, /is about pkg:npm\/probe@1.0.0/],
    ['another version', { ...honest, name: 'pkg:npm/%40acme/probe@1.0.1' }, /is about/],
    ['another tarball', { ...honest, digest: { sha512: 'cd'.repeat(64) } }, /another tarball/],
    ['two subjects', { ...honest, others: [{ name: 'x', digest: {} }] }, /exactly one subject/],
    ['another predicate', { ...honest, predicateType: 'https://example.com/p' }, /no SLSA provenance/],
  ])('a statement about %s', async (_what, statement, sentence) => {
    const text = await sigstore.attest(statement);

    expect(() => verify(text)).toThrow(
      expect.objectContaining({ code: 'policy_violation', message: expect.stringMatching(sentence) }),
    );
  });

  test('a certificate of another authority, and bundles that the public instance has not logged', async () => {
    const text = await stranger.attest(honest);

    for (const root of [sigstore.trustedRoot, null]) {
      expect(() => verify(text, root)).toThrow(expect.objectContaining({ code: 'policy_violation' }));
    }
  });

  test.each<[string, (bundle: Bundle, other: Bundle) => void]>([
    [
      'a statement that was exchanged',
      (bundle, other) => (bundle.dsseEnvelope.payload = other.dsseEnvelope.payload),
    ],
    [
      'a log entry of another',
      (bundle, other) => (bundle.verificationMaterial.tlogEntries = other.verificationMaterial.tlogEntries),
    ],
    ['no log entry', (bundle) => (bundle.verificationMaterial.tlogEntries = [])],
    [
      'a certificate of another',
      (bundle, other) => (bundle.verificationMaterial.certificate = other.verificationMaterial.certificate),
    ],
  ])('%s', async (_what, change) => {
    const [bundle, other] = [parse(await sigstore.attest(honest)), parse(await sigstore.attest(honest))];
    const payload = Buffer.from(other.dsseEnvelope.payload, 'base64').toString('utf8');
    other.dsseEnvelope.payload = Buffer.from(`${payload} `).toString('base64');

    change(bundle, other);

    expect(() => verify(JSON.stringify(bundle))).toThrow(
      expect.objectContaining({ code: 'policy_violation' }),
    );
  });

  test.each([
    ['no JSON', '{', 'bad_request'],
    ['another JSON', '{"a": 1}', 'bad_request'],
    ['null', 'null', 'bad_request'],
    ['what is too large', `"${'x'.repeat(300 << 10)}"`, 'too_large'],
  ])('%s', (_what, text, code) => {
    expect(() => verify(text)).toThrow(expect.objectContaining({ code }));
  });

  test('a certificate that is none', async () => {
    const bundle = parse(await sigstore.attest(honest));
    bundle.verificationMaterial.certificate = { rawBytes: Buffer.from('hush').toString('base64') };

    expect(() => verify(JSON.stringify(bundle))).toThrow(
      expect.objectContaining({ code: 'policy_violation' }),
    );
  });
});

interface Bundle {
  dsseEnvelope: { payload: string };
  verificationMaterial: { tlogEntries: unknown[]; certificate: { rawBytes: string } };
}

const parse = (text: string) => JSON.parse(text) as Bundle;
