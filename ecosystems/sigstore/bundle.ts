import { type Bundle, bundleFromJSON } from '@sigstore/bundle';
import { type SignedEntity, toSignedEntity, VerificationError, type Verifier } from '@sigstore/verify';
import type { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import type { AttestedBuild } from '../../domain/trusted-publisher.ts';
import { readAttestedBuild } from './attested-build.ts';

/** The signed bytes, if the bundle does not contain them. */
export type SignatureContent = SignedEntity['signature'];

const payloadType = 'application/vnd.in-toto+json';

/** @param what the subject of the sentence, e.g. `the attestation`. */
export const refusal = (what: string, reason: string, cause?: unknown) =>
  new DomainError('policy_violation', `${what} ${reason}`, {}, cause);

/** Reads a bundle; every error of the library is the fault of the sender. @throws DomainError `bad_request` */
export function parseBundle(json: unknown, what: string): Bundle {
  try {
    return bundleFromJSON(json);
  } catch (error) {
    throw new DomainError('bad_request', `${what} is no Sigstore bundle`, {}, error);
  }
}

/**
 * The build that signed the bundle, after a check of its certificate, the logs and the signature. Sends no request.
 * @param content for signatures of bytes: their digests. @throws DomainError `policy_violation`
 */
export function verifyBuild(
  bundle: Bundle,
  verifier: Verifier,
  { what, content }: { what: string; content?: SignatureContent },
): AttestedBuild {
  const build = readAttestedBuild(verifySigner(bundle, verifier, { what, content }));
  if (build === null) throw refusal(what, 'is not signed by a build');
  return build;
}

/** The identity in the certificate of a valid bundle. @throws DomainError `policy_violation` */
export function verifySigner(
  bundle: Bundle,
  verifier: Verifier,
  { what, content }: { what: string; content: SignatureContent | undefined },
) {
  try {
    const entity = toSignedEntity(bundle);
    return verifier.verify(content ? { ...entity, signature: content } : entity).identity;
  } catch (error) {
    const reason = error instanceof VerificationError ? `is not valid: ${error.message}` : 'is not valid';
    throw refusal(what, reason, error);
  }
}

/** The signed in-toto statement, read from the verified envelope only. @throws DomainError `policy_violation` */
export function readStatement<T>(
  { content }: Bundle,
  schema: z.ZodType<T>,
  whats: { what: string; not: string },
): T {
  if (content.$case !== 'dsseEnvelope' || content.dsseEnvelope.payloadType !== payloadType) {
    throw refusal(whats.what, 'has no in-toto statement');
  }
  try {
    return schema.parse(JSON.parse(content.dsseEnvelope.payload.toString('utf8')));
  } catch (error) {
    throw refusal(whats.what, whats.not, error);
  }
}
