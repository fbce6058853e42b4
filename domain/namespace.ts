import { isPlatformAdmin, may, type Ownership } from './authorize.ts';
import type { UserActor } from './actor.ts';
import { DomainError, forbidden } from './errors.ts';
import { isReserved } from './slugs.ts';

/** A person or an organization; for namesakes also both, or nobody. */
export interface NamespaceHolder {
  userId: string | null;
  organizationId: string | null;
}

/** How a scope, a first path part or the like stands within one ecosystem. */
export interface NamespaceStanding {
  namespace: string;
  /** Who claimed it: nobody else creates packages in it. Null while it is free. */
  owner: NamespaceHolder | null;
  /** Who is called that: a free one waits for them. */
  namesakes: NamespaceHolder;
}

/** Whether a first publish claims a free namespace, or somebody must have claimed it before. */
export type ClaimPolicy = 'on-publish' | 'required';

/** Whether the person may claim a free namespace: it is named after nobody else, and no word of the platform. */
export function mayClaim({ namespace, owner, namesakes }: NamespaceStanding, actor: UserActor): boolean {
  if (owner !== null) return false;
  const { userId, organizationId } = namesakes;
  if (userId === null && organizationId === null) return !isReserved(namespace);
  return holds(namesakes, actor);
}

/**
 * Of the namespaces that a name lies in, longest first, the one that decides about it: the first that somebody owns, else
 * the longest, which its first package claims. Undefined where names claim nothing.
 */
export function decisiveOf(standings: readonly NamespaceStanding[]): NamespaceStanding | undefined {
  return standings.find(({ owner }) => owner !== null) ?? standings[0];
}

/**
 * The one rule of who may create a name in its namespaces (longest first): the owner of the longest that has one; where
 * none has and a publish claims free ones, whoever may claim them all. So nobody gets below what bears somebody's name.
 */
export function mayCreateIn(
  standings: readonly NamespaceStanding[],
  actor: UserActor,
  policy: ClaimPolicy,
): boolean {
  const decisive = decisiveOf(standings);
  if (decisive === undefined) return true;
  if (decisive.owner !== null) return holds(decisive.owner, actor);
  return policy === 'on-publish' && standings.every((standing) => mayClaim(standing, actor));
}

/** @throws DomainError `forbidden`, `name_reserved` */
export function assertMayCreateIn(
  standings: readonly NamespaceStanding[],
  actor: UserActor,
  policy: ClaimPolicy,
): void {
  const decisive = decisiveOf(standings);
  if (decisive === undefined || mayCreateIn(standings, actor, policy)) return;
  const { namespace, owner } = decisive;
  if (owner === null) for (const standing of standings) assertMayClaim(standing, actor);
  throw forbidden(
    owner === null
      ? `nobody has claimed the namespace ${namespace}: claim it before the first publish (POST /v1/namespaces)`
      : `the namespace ${namespace} belongs to somebody else: you may not create packages in it`,
  );
}

/** Of a free namespace. @throws DomainError `forbidden`, `name_reserved` */
export function assertMayClaim(standing: NamespaceStanding, actor: UserActor): void {
  if (mayClaim(standing, actor)) return;
  const { namespace, namesakes } = standing;
  if (namesakes.userId === null && namesakes.organizationId === null && isReserved(namespace)) {
    throw new DomainError('name_reserved', `the namespace ${namespace} is reserved`);
  }
  throw forbidden(`the namespace ${namespace} belongs to somebody else: you may not create packages in it`);
}

/**
 * Whose name a namespace bears, it is theirs. Platform administrators also give away words of the platform.
 * @throws DomainError `forbidden`, `name_reserved`
 */
export function assertMayClaimFor(
  standing: NamespaceStanding,
  owner: NamespaceHolder,
  actor: UserActor,
): void {
  if (!mayManageClaim(owner, actor)) throw forbidden('you may not claim namespaces for somebody else');
  const { namespace, namesakes } = standing;
  const isNobodys = namesakes.userId === null && namesakes.organizationId === null;
  if (isNobodys && isPlatformAdmin(actor)) return;
  if (isNobodys) return assertMayClaim(standing, actor);
  const isTheirs =
    (owner.userId !== null && owner.userId === namesakes.userId) ||
    (owner.organizationId !== null && owner.organizationId === namesakes.organizationId);
  if (!isTheirs) throw forbidden(`the namespace ${namespace} has the name of another user or organization`);
}

/** For whom a publish into a repository claims a free namespace: for the one called that, else for the repository's owner. */
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

/** People for themselves, organizations through their administrators, and the platform's. */
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
