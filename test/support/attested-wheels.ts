import { sha256Hex } from '../../domain/digest.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { attestationOf, type SentAttestation } from '../../ecosystems/pypi/fixtures/attestation.ts';
import { uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import type { Build, TestSigstore } from '../../ecosystems/sigstore/fixtures/sigstore.ts';

export const publishKind = 'https://docs.pypi.org/attestations/publish/v1';

export function wheelOf(name: string, version: string, tag = 'py3-none-any') {
  const files = Object.entries(wheelFiles({ name, version })).map(([path, body]) => ({ path, body }));
  return { filename: `${name.replaceAll('-', '_')}-${version}-${tag}.whl`, body: buildZip(files) };
}

/** The statement of an attestation about this wheel. */
export function aboutWheel(name: string, version: string) {
  const { filename, body } = wheelOf(name, version);
  return { name: filename, digest: { sha256: sha256Hex(body) }, predicateType: publishKind };
}

/** Wheels with attestations of one issuer's builds, for one platform. */
export function attestedWheels(url: string, issuer: string, sigstore: TestSigstore) {
  const buildOf = (repository: string): Partial<Build> => ({
    issuer,
    repository,
    repositoryOwnerId: '42',
    workflow: 'release.yml',
    environment: 'prod',
  });
  return {
    buildOf,
    async upload(name: string, version: string, token: string, changes: Record<string, string> = {}) {
      const answer = await fetch(`${url}/pypi/legacy/`, {
        method: 'POST',
        body: uploadForm({ name, version }, wheelOf(name, version), changes),
        headers: { authorization: `Basic ${Buffer.from(`__token__:${token}`).toString('base64')}` },
      });
      return { status: answer.status, reason: answer.statusText, text: await answer.text() };
    },
    async attested(
      name: string,
      version: string,
      repository: string,
      statement: { predicateType?: string; digest?: Record<string, string> } = {},
      build: Partial<Build> = {},
    ): Promise<SentAttestation> {
      const about = { ...aboutWheel(name, version), ...statement };
      return attestationOf(await sigstore.attest(about, { ...buildOf(repository), ...build }));
    },
  };
}
