/** The input that allows every workflow of the repository. Rules store it as null. */
export const anyWorkflow = '*';

/**
 * A build that may publish a package. Null members match anything; subject or repository is always set, and `*` for
 * the workflow was given explicitly.
 */
export interface PublisherRules {
  issuer: string;
  subject: string | null;
  /** `owner/name` of the source repository. */
  repository: string | null;
  /** A full reference, a reference without its `@ref`, or the bare name of a workflow file. */
  workflowRef: string | null;
  environment: string | null;
}

/**
 * Whether the rules name no workflow: a person who may push to the repository can then add one and publish with it.
 */
export function isWeak({ workflowRef }: PublisherRules): boolean {
  return workflowRef === null;
}

/** An owner name can be given up and taken by another owner; the owner id that a host assigns can not. */
export type OwnerPinning = 'at_creation' | 'at_first_exchange' | 'pending';

export function pinningOf(owner: { repositoryOwnerId: string | null; isOwnerNamed: boolean }): OwnerPinning {
  if (owner.repositoryOwnerId === null) return 'pending';
  return owner.isOwnerNamed ? 'at_creation' : 'at_first_exchange';
}

/** Warnings for people about a publisher with more trust than necessary. */
export function warningsOf(
  publisher: PublisherRules & { repositoryOwnerId: string | null; isOwnerNamed: boolean },
): string[] {
  const warnings: string[] = [];
  if (isWeak(publisher)) {
    warnings.push('weak: every workflow of the source may publish; name one in workflow_ref');
  }
  if (publisher.repository !== null && pinningOf(publisher) === 'pending') {
    warnings.push(
      'the owner of the repository is known by name alone until the first exchange; repository_owner_id pins it now',
    );
  }
  return warnings;
}

/** The identity that a build system confirmed, with common claim names. */
export interface BuildIdentity {
  issuer: string;
  subject: string;
  repository: string | null;
  repositoryOwnerId: string | null;
  /** E.g. `acme/probe/.github/workflows/release.yml@refs/heads/main`. */
  workflowRef: string | null;
  environment: string | null;
  event: string | null;
  /** Digest of the built source. */
  commit: string | null;
  /** Makes the identity token unique within its issuer. */
  jti: string;
  expiresAt: Date;
}

/** The identity of a build in its certificate; null for each fact that the certificate lacks. */
export interface AttestedBuild {
  issuer: string;
  repository: string | null;
  repositoryOwnerId: string | null;
  /** Digest of the built source. */
  commit: string | null;
  /** In every spelling that the build system may use. */
  workflowRefs: readonly string[];
  environment: string | null;
  /** The event that started the build. */
  event: string | null;
}

/** The value of a build's attestation for a package; `unknown`: the package names no trusted builds. */
export type Vouching = 'trusted' | 'foreign' | 'unknown';

const strangersEvents: ReadonlySet<string> = new Set(['pull_request_target', 'workflow_run']);

/** Whether a stranger's pull request can start this run of the trusted repository, with the stranger's content. */
export function isStrangersRun({ event }: Pick<BuildIdentity, 'event'>): boolean {
  return event !== null && strangersEvents.has(event);
}

/** Whether the identity satisfies every rule that is set. Repository names compare without case, as their hosts do. */
export function isMatch(
  rules: PublisherRules,
  build: Omit<BuildIdentity, 'event' | 'commit' | 'jti' | 'expiresAt'>,
): boolean {
  return (
    rules.issuer === build.issuer &&
    (rules.subject === null || rules.subject === build.subject) &&
    (rules.repository === null || isSameRepository(rules.repository, build.repository)) &&
    (rules.workflowRef === null || workflowNamesOf(build).includes(rules.workflowRef)) &&
    (rules.environment === null || rules.environment === build.environment)
  );
}

function isSameRepository(wanted: string, given: string | null): boolean {
  return given !== null && wanted.toLowerCase() === given.toLowerCase();
}

/** The names that rules may use for the workflow of a build: its reference, its path, the bare name of its file. */
export function workflowNamesOf({
  workflowRef,
  repository,
}: Pick<BuildIdentity, 'workflowRef' | 'repository'>): string[] {
  if (workflowRef === null) return [];
  const [path = ''] = workflowRef.split('@', 1);
  const file = path.slice(path.lastIndexOf('/') + 1);
  // GitLab references start with the host and have two slashes after the project
  const isBare =
    repository !== null &&
    (path === `${repository}/.github/workflows/${file}` || path.endsWith(`/${repository}//${file}`));
  return [
    ...(workflowRef.includes('@') ? [workflowRef] : []),
    ...(path.includes('/') ? [path] : []),
    ...(isBare ? [file] : []),
  ];
}

/**
 * Whether a certificate can belong to the build of this identity: a certificate has fewer facts than an identity
 * token.
 */
export function isCertificateOf(
  identity: Pick<
    BuildIdentity,
    'issuer' | 'repository' | 'repositoryOwnerId' | 'workflowRef' | 'environment'
  >,
  { issuer, repository, repositoryOwnerId, workflowRefs, environment }: AttestedBuild,
): boolean {
  const isSame = (shown: string | null, attested: string | null) => attested === null || shown === attested;
  return (
    identity.issuer === issuer &&
    identity.repository !== null &&
    isSameRepository(identity.repository, repository) &&
    (identity.workflowRef === null || workflowRefs.includes(identity.workflowRef)) &&
    isSame(identity.environment, environment) &&
    isSame(identity.repositoryOwnerId, repositoryOwnerId)
  );
}

/**
 * Whether the certificate contradicts none of the rules. A certificate has no subject, so it can't confirm a rule
 * about one: a rule without a repository would match every build of the issuer, and is refused.
 */
export function agrees(
  rules: PublisherRules & { repositoryOwnerId: string | null },
  build: AttestedBuild,
): boolean {
  const { repository, workflowRefs, environment, repositoryOwnerId } = build;
  const isWorkflow = (wanted: string) =>
    workflowRefs.some((workflowRef) => workflowNamesOf({ workflowRef, repository }).includes(wanted));
  return (
    rules.issuer === build.issuer &&
    rules.repository !== null &&
    isSameRepository(rules.repository, repository) &&
    (rules.workflowRef === null || isWorkflow(rules.workflowRef)) &&
    (rules.environment === null || environment === null || rules.environment === environment) &&
    (repositoryOwnerId === null || isSameOwner(rules.repositoryOwnerId, build))
  );
}

/**
 * Whether the certificate proves all rules, without an identity token beside it. A certificate has no subject, so it
 * proves no rule about one.
 */
export function isShown(
  rules: PublisherRules & { repositoryOwnerId: string | null },
  build: AttestedBuild,
): boolean {
  return (
    rules.subject === null &&
    (rules.environment === null || rules.environment === build.environment) &&
    isSameOwner(rules.repositoryOwnerId, build) &&
    !isStrangersRun(build) &&
    agrees(rules, build)
  );
}

/** False if the repository's name belongs to another owner than before. */
export function isSameOwner(
  pinned: string | null,
  { repositoryOwnerId }: Pick<BuildIdentity, 'repositoryOwnerId'>,
): boolean {
  return pinned === null || pinned === repositoryOwnerId;
}
