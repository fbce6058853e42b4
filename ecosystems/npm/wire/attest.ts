import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fileBuildOf } from '../../../domain/file-build.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Declaration } from '../format/metadata.ts';
import { verifierOf } from '../../sigstore/verifier.ts';
import { type Subject, verifyProvenance } from './provenance.ts';

/**
 * The part of a bundle that its release keeps: the bundle must be genuine, about this file, and by a build that may
 * publish the package. Empty for a package without trusted publishers: the bundle then proves nothing.
 * @throws DomainError `bad_request`, `too_large`, `policy_violation`
 */
export async function attest(
  context: RouteContext,
  caller: Caller,
  { text, subject }: { text: string; subject: Subject },
): Promise<Pick<Declaration, 'attestations' | 'build'>> {
  const { predicateType, bundle, build } = verifyProvenance(text, subject, verifierOf(context));
  const vouching = await context.trust.publishers.vouchingOf(caller, subject.name, build);
  if (vouching === 'unknown') return { attestations: [], build: null };
  if (vouching === 'foreign') {
    const who = build.repository ?? build.issuer;
    throw new DomainError(
      'policy_violation',
      `the provenance attestation is of a build of ${who}, which is no trusted publisher of ${subject.name}`,
    );
  }
  return { attestations: [{ predicateType, bundle }], build: fileBuildOf(build) };
}
