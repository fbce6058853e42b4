import { isPlatformAdmin, may, type Ownership } from './authorize.ts';
import type { UserActor } from './actor.ts';
import { DomainError, forbidden } from './errors.ts';
import type { EcosystemId } from './ecosystem-id.ts';
import { isReserved } from './slugs.ts';

/** A person or an organization; for namesakes also both or neither. */
export interface NamespaceHolder {
  userId: string | null;
  organizationId: string | null;
}

/** The state of a namespace, e.g. a scope or a first path segment, within one ecosystem. */
export interface NamespaceStanding {
  ecosystem: EcosystemId;
  namespace: string;
  /** The account that claimed the namespace, the only one that creates packages in it. Null while it is free. */
  owner: NamespaceHolder | null;
  /** The accounts with the same name: a free namespace is reserved for them. */
  namesakes: NamespaceHolder;
  /** Whether it was the name of a deleted account: if free, the namespace stays free. */
  isRetired: boolean;
  /** Why no one can claim the namespace, e.g. a public suffix; null if it can be claimed. */
  shared: string | null;
}

/**
 * The free namespaces that a first publish claims: `on-publish`: any; `own-names`: those with the name of the person
 * or of one of their organizations, and any for a platform administrator; `required`: none.
 */
export type ClaimPolicy = 'on-publish' | 'own-names' | 'required';

const byStrictness: readonly ClaimPolicy[] = ['on-publish', 'own-names', 'required'];

/** The stricter of two policies: the instance's and the ecosystem's. */
export function stricterPolicy(one: ClaimPolicy, other: ClaimPolicy): ClaimPolicy {
  return byStrictness.indexOf(one) > byStrictness.indexOf(other) ? one : other;
}

/** Whether the person may claim a free namespace: it has neither another account's name nor a reserved one. */
export function mayClaim(standing: NamespaceStanding, actor: UserActor): boolean {
  const { namespace, owner, namesakes, isRetired, shared } = standing;
  if (owner !== null || shared !== null) return false;
  const { userId, organizationId } = namesakes;
  if (userId === null && organizationId === null) return !isReserved(namespace) && !isRetired;
  return holds(namesakes, actor);
}

/**
 * Of the namespaces that contain a name (longest first), the one that decides about it: the first with an owner, else
 * the longest, which the first package claims. Undefined if names claim nothing.
 */
export function decisiveOf(standings: readonly NamespaceStanding[]): NamespaceStanding | undefined {
  return standings.find(({ owner }) => owner !== null) ?? standings[0];
}

/**
 * The one rule for the creation of a name in its namespaces (longest first): the owner of the longest owned namespace
 * may; if none has an owner and a publish claims free ones, a person who may claim them all. So no one publishes
 * below another account's name.
 */
export function mayCreateIn(
  standings: readonly NamespaceStanding[],
  actor: UserActor,
  policy: ClaimPolicy,
): boolean {
  const decisive = decisiveOf(standings);
  if (decisive === undefined) return true;
  if (decisive.owner !== null) return holds(decisive.owner, actor);
  return standings.every((standing) => mayClaimByPublish(standing, actor, policy));
}

function mayClaimByPublish(standing: NamespaceStanding, actor: UserActor, policy: ClaimPolicy): boolean {
  if (policy === 'required') return false;
  // a platform administrator reserves names for the instance, with a request or with a push
  const mayClaimOthers = policy === 'on-publish' || isPlatformAdmin(actor);
  return mayClaim(standing, actor) && (mayClaimOthers || isNamed(standing.namesakes));
}

const isNamed = ({ userId, organizationId }: NamespaceHolder) => userId !== null || organizationId !== null;

/** {@link assertMayCreateIn} as a predicate that returns the error. */
export function refusalIn(...asked: Parameters<typeof assertMayCreateIn>): DomainError | undefined {
  try {
    assertMayCreateIn(...asked);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** @throws DomainError `forbidden`, `name_reserved` */
export function assertMayCreateIn(
  standings: readonly NamespaceStanding[],
  actor: UserActor,
  policy: ClaimPolicy,
): void {
  const decisive = decisiveOf(standings);
  if (decisive === undefined || mayCreateIn(standings, actor, policy)) return;
  if (decisive.owner !== null) throw notYours(decisive, standings[0]);
  for (const standing of standings) assertMayClaim(standing, actor);
  throw forbidden(unclaimed(decisive, actor, policy));
}

/** The refusal's sentence, with the request that claims the namespace. */
function unclaimed(
  { ecosystem, namespace }: NamespaceStanding,
  { username }: UserActor,
  policy: ClaimPolicy,
): string {
  const claim = `POST /v1/namespaces ${JSON.stringify({ ecosystem, namespace })}`;
  if (policy === 'required') {
    return `the namespace ${namespace} is not claimed: claim it before the first publish (${claim})`;
  }
  const own = username.toLowerCase();
  return `the namespace ${namespace} is not claimed, and a first publish claims only your own name and those of your organizations: publish to ${own}/… or claim it first (${claim})`;
}

/** Only its holders may know of a namespace around the requested one, so the refusal does not name it. */
function notYours(decisive: NamespaceStanding, asked: NamespaceStanding = decisive): DomainError {
  const which = asked === decisive ? asked.namespace : `${asked.namespace}, or one around it,`;
  return forbidden(`the namespace ${which} belongs to another account: you may not create packages in it`);
}

/** Checks the claim of a free namespace. @throws DomainError `forbidden`, `name_reserved` */
export function assertMayClaim(standing: NamespaceStanding, actor: UserActor): void {
  if (mayClaim(standing, actor)) return;
  const { namespace, namesakes, isRetired, shared } = standing;
  if (shared !== null) throw new DomainError('name_reserved', shared);
  if (isRetired) {
    const why = 'was the name of an account that is gone, and is not given away again';
    throw new DomainError('name_reserved', `the namespace ${namespace} ${why}`);
  }
  if (!isNamed(namesakes) && isReserved(namespace)) {
    throw new DomainError('name_reserved', `the namespace ${namespace} is reserved`);
  }
  throw notYours(standing);
}

/**
 * Checks a claim for an account: a namespace with an account's name belongs to that account. Platform administrators
 * also assign reserved words.
 * @throws DomainError `forbidden`, `name_reserved`
 */
export function assertMayClaimFor(
  standing: NamespaceStanding,
  owner: NamespaceHolder,
  actor: UserActor,
): void {
  if (!mayManageClaim(owner, actor))
    throw forbidden('you may not claim namespaces for another user or organization');
  const { namespace, namesakes, shared, isRetired } = standing;
  const isUnnamed = !isNamed(namesakes);
  if (isUnnamed && shared === null && !isRetired && isPlatformAdmin(actor)) return;
  if (isUnnamed) return assertMayClaim(standing, actor);
  const isTheirs =
    (owner.userId !== null && owner.userId === namesakes.userId) ||
    (owner.organizationId !== null && owner.organizationId === namesakes.organizationId);
  if (!isTheirs) throw forbidden(`the namespace ${namespace} has the name of another user or organization`);
}

/** The account for which a publish claims a free namespace: the account of that name, else the repository's owner. */
export function claimantOf(
  { namesakes }: NamespaceStanding,
  actor: UserActor,
  repository: { ownerUserId: string | null; ownerOrgId: string | null },
): NamespaceHolder {
  const { userId, organizationId } = namesakes;
  if (userId === actor.userId) return { userId, organizationId: null };
  if (organizationId !== null) return { userId: null, organizationId };
  return { userId: repository.ownerUserId, organizationId: repository.ownerOrgId };
}

/** A person manages their own claims; administrators of an organization and of the platform manage its claims. */
export function mayManageClaim(owner: NamespaceHolder, actor: UserActor): boolean {
  return may(actor, 'manage_namespace', belongingTo(owner));
}

function holds(holder: NamespaceHolder, actor: UserActor): boolean {
  return may(actor, 'publish', belongingTo(holder));
}

function belongingTo({ userId, organizationId }: NamespaceHolder): Ownership {
  return {
    packageId: null,
    repositoryId: null,
    namespaceId: null,
    ownerUserId: userId,
    ownerOrgId: organizationId,
  };
}
