import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import type { RouteContext } from '../../context/context.ts';
import { verifierOf } from '../../sigstore/verifier.ts';
import type { Provenance, Publisher } from '../format/provenance.ts';
import { type Subject, verifyAttestations } from './attestations.ts';

/**
 * What is served of the attestations that came with a file: they must be genuine, about this file, and of the build
 * that uploads it. @throws DomainError `bad_request`, `too_large`, `policy_violation`
 */
export async function attest(
  context: RouteContext,
  { caller, name, text }: { caller: KnownCaller; name: string; text: string },
  subject: Subject,
): Promise<Provenance> {
  if (caller.actor.exchangedIn === undefined) {
    throw new DomainError(
      'bad_request',
      'attestations come with builds that have a trusted publisher: a stored token uploads without them',
    );
  }
  const verified = verifyAttestations(text, subject, verifierOf(context));
  const [first] = verified;
  if (first === undefined) throw new DomainError('bad_request', 'there is no attestation');
  for (const { build } of verified) {
    if (await context.trust.publishers.isBuildOf(caller, name, build)) continue;
    const who = build.repository ?? build.issuer;
    throw new DomainError(
      'policy_violation',
      `the attestation is of a build of ${who}, which is not the trusted publisher of this upload`,
    );
  }
  const attestations = verified.map(({ attestation }) => attestation);
  return { version: 1, attestation_bundles: [{ publisher: publisherOf(first.build), attestations }] };
}

const kinds: Readonly<Record<string, string>> = {
  'https://token.actions.githubusercontent.com': 'GitHub',
  'https://gitlab.com': 'GitLab',
  'https://accounts.google.com': 'Google',
};

/** As verifiers of these documents know it; an issuer that they don't know is named by itself. */
function publisherOf({ issuer, repository, environment, workflowRefs }: AttestedBuild): Publisher {
  const kind = kinds[issuer] ?? issuer;
  const [workflow = ''] = (workflowRefs[0] ?? '').split('@', 1);
  if (kind === 'GitLab') {
    const filepath = workflow.slice(workflow.lastIndexOf('//') + 2);
    return { kind, repository, workflow_filepath: filepath, environment, claims: null };
  }
  return { kind, repository, workflow: workflow.split('/').at(-1) ?? '', environment, claims: null };
}
