import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { type FileBuild, fileBuildOf } from '../../../domain/file-build.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import type { RouteContext } from '../../context/context.ts';
import { verifierOf } from '../../sigstore/verifier.ts';
import type { Provenance, Publisher } from '../format/provenance.ts';
import { type Subject, verifyAttestations } from './attestations.ts';

/**
 * The served form of a file's attestations. They must be genuine, about this file, and by the uploading build. With a
 * stored token, if policies permit it, they must be by a build whose certificate the project trusts.
 * @throws DomainError `bad_request`, `too_large`, `policy_violation`, and as `publishing.findTarget`
 */
export async function attest(
  context: RouteContext,
  { caller, name, text }: { caller: KnownCaller; name: string; text: string },
  subject: Subject,
): Promise<{ provenance: Provenance; build: FileBuild }> {
  const isStored = caller.actor.exchangedIn === undefined;
  if (isStored) await assertTakenFromTokens(context, caller, name);
  const verified = verifyAttestations(text, subject, verifierOf(context));
  const [first] = verified;
  if (first === undefined) throw new DomainError('bad_request', 'there is no attestation');
  const { publishers } = context.trust;
  for (const { build } of verified) {
    if ((await publishers.vouchingOf(caller, name, build)) === 'trusted') continue;
    const who = build.repository ?? build.issuer;
    const not = isStored
      ? `which its certificate does not show to be a trusted publisher of ${name}`
      : 'which is not the trusted publisher of this upload';
    throw new DomainError('policy_violation', `the attestation is of a build of ${who}, ${not}`);
  }
  const attestations = verified.map(({ attestation }) => attestation);
  return {
    provenance: { version: 1, attestation_bundles: [{ publisher: publisherOf(first.build), attestations }] },
    build: fileBuildOf(first.build),
  };
}

/** Checks the policy after the right to publish: other callers must not learn the policy. */
async function assertTakenFromTokens(
  context: RouteContext,
  caller: KnownCaller,
  name: string,
): Promise<void> {
  await context.publishing.findTarget(caller, name);
  if (await context.trust.takesTokenAttestations(name)) return;
  throw new DomainError(
    'bad_request',
    'attestations come with builds that have a trusted publisher: a stored token uploads without them, unless the policy of its project says otherwise',
  );
}

const kinds: Readonly<Record<string, string>> = {
  'https://token.actions.githubusercontent.com': 'GitHub',
  'https://gitlab.com': 'GitLab',
  'https://accounts.google.com': 'Google',
};

/** The publisher in the form of verifiers; the kind of an unknown issuer is its URL. */
function publisherOf({ issuer, repository, environment, workflowRefs }: AttestedBuild): Publisher {
  const kind = kinds[issuer] ?? issuer;
  const [workflow = ''] = (workflowRefs[0] ?? '').split('@', 1);
  if (kind === 'GitLab') {
    const filepath = workflow.slice(workflow.lastIndexOf('//') + 2);
    return { kind, repository, workflow_filepath: filepath, environment, claims: null };
  }
  return { kind, repository, workflow: workflow.split('/').at(-1) ?? '', environment, claims: null };
}
