import type { Signer } from '@sigstore/verify';
import type { AttestedBuild } from '../../domain/trusted-publisher.ts';

type Identity = NonNullable<Signer['identity']>;

/** Arc of the authority's certificate extensions; https://github.com/sigstore/fulcio docs/oid-info. */
const arc = '1.3.6.1.4.1.57264.1';
const extension = {
  issuer: 8,
  sourceRepository: 12,
  sourceDigest: 13,
  sourceRepositoryOwnerId: 17,
  buildConfig: 18,
  trigger: 20,
  environment: 23,
} as const;

const utf8StringTag = 0x0c;
const longLength = 0x80;

/** The build that a certificate identifies; null for the certificate of another signer. */
export function readAttestedBuild(identity: Identity | undefined): AttestedBuild | null {
  const values = new Map((identity?.oids ?? []).map(({ oid, value }) => [oid?.id.join('.'), value]));
  const read = (number: number) => readText(values.get(`${arc}.${number}`));
  const issuer = read(extension.issuer);
  const workflow = read(extension.buildConfig);
  if (issuer === null || workflow === null) return null;
  const repository = read(extension.sourceRepository);
  return {
    issuer,
    repository: repository === null ? null : pathOf(repository),
    repositoryOwnerId: read(extension.sourceRepositoryOwnerId),
    commit: read(extension.sourceDigest),
    // build systems name workflows with or without the host
    workflowRefs: [pathOf(workflow), workflow.replace(/^https:\/\//, '')],
    environment: read(extension.environment),
    event: read(extension.trigger),
  };
}

/** The path without the host: `https://github.com/acme/probe` is `acme/probe`. */
function pathOf(url: string): string {
  return url.replace(/^https:\/\/[^/]+\//, '');
}

/** A DER UTF8String (X.690 8.1). */
function readText(der: Uint8Array | undefined): string | null {
  const [tag, first] = der ?? [];
  if (der === undefined || tag !== utf8StringTag || first === undefined) return null;
  const lengthBytes = first < longLength ? 0 : first - longLength;
  return Buffer.from(der.subarray(2 + lengthBytes)).toString('utf8');
}
