import { type Bundle, bundleFromJSON, bundleToJSON } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type Signer, toSignedEntity, toTrustMaterial, VerificationError, Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { bodyLimits } from '../../../domain/limits.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { readAttestedBuild } from './attested-build.ts';
// from the public Sigstore instance (Apache-2.0), so that a check asks nobody
import publicRoot from './sigstore-root.json' with { type: 'json' };

/** What an attestation has to be about. */
export interface Subject {
  name: string;
  version: string;
  sha512Hex: string;
}

export interface Provenance {
  predicateType: string;
  /** What was verified, without anything the client may have put beside it. */
  bundle: unknown;
  build: AttestedBuild;
}

const payloadType = 'application/vnd.in-toto+json';

const Statement = z.object({
  _type: z.enum(['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']),
  predicateType: z.enum(['https://slsa.dev/provenance/v1', 'https://slsa.dev/provenance/v0.2']),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })),
});
type Statement = z.infer<typeof Statement>;

const refusal = (reason: string, cause?: unknown) =>
  new DomainError('policy_violation', `the provenance attestation ${reason}`, {}, cause);

/** @param trustedRoot JSON of Sigstore's trusted root; null is the public one. @throws Error for anything else */
export function createVerifier(trustedRoot: string | null): Verifier {
  const root: unknown = trustedRoot === null ? publicRoot : JSON.parse(trustedRoot);
  return new Verifier(toTrustMaterial(TrustedRoot.fromJSON(root)));
}

/**
 * Checks the certificate, the logs and the signature of a Sigstore bundle, then that it speaks of this very file.
 * Asks nobody. @throws DomainError `bad_request` for what is no bundle, `policy_violation`
 */
export function verifyProvenance(text: string, subject: Subject, verifier: Verifier): Provenance {
  const bundle = parseBundle(text);
  const build = readAttestedBuild(verifySigner(bundle, verifier).identity);
  if (build === null) throw refusal('is not signed by a build');
  const statement = readStatement(bundle);
  assertSubject(statement, subject);
  return { predicateType: statement.predicateType, bundle: bundleToJSON(bundle), build };
}

/** The library throws errors of many kinds at what is not well-formed; all of them are the sender's. */
function parseBundle(text: string): Bundle {
  const { bytes } = bodyLimits['npm.attestation'];
  if (text.length > bytes) throw new DomainError('too_large', 'the provenance attestation is too large');
  try {
    return bundleFromJSON(parseBoundedJson(Buffer.from(text), bodyLimits['npm.attestation']));
  } catch (error) {
    throw new DomainError('bad_request', 'the provenance attestation is no Sigstore bundle', {}, error);
  }
}

function verifySigner(bundle: Bundle, verifier: Verifier): Signer {
  try {
    return verifier.verify(toSignedEntity(bundle));
  } catch (error) {
    throw refusal(
      error instanceof VerificationError ? `is not valid: ${error.message}` : 'is not valid',
      error,
    );
  }
}

/** From what was verified, never from the text again. */
function readStatement({ content }: Bundle): Statement {
  if (content.$case !== 'dsseEnvelope' || content.dsseEnvelope.payloadType !== payloadType) {
    throw refusal('has no in-toto statement');
  }
  try {
    return Statement.parse(JSON.parse(content.dsseEnvelope.payload.toString('utf8')));
  } catch (error) {
    throw refusal('is no SLSA provenance', error);
  }
}

function assertSubject({ subject }: Statement, { name, version, sha512Hex }: Subject): void {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [only, ...others] = subject;
  if (only === undefined || others.length > 0) throw refusal('must have exactly one subject');
  if (only.name !== purl) throw refusal(`is about ${only.name.slice(0, 300)}, not about ${purl}`);
  if (only.digest['sha512']?.toLowerCase() !== sha512Hex) throw refusal('is about another tarball');
}
