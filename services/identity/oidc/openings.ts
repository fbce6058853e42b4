import { type BuildToken, isLeftTo } from '../../../domain/build-token.ts';
import { may, type Ownership } from '../../../domain/authorize.ts';
import type { UserActor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { isMatch, isSameOwner } from '../../../domain/trusted-publisher.ts';
import { findPerson, rightsOf } from '../../../store/postgres/identity/memberships.ts';
import { isTrustedBy } from '../../../store/postgres/identity/oidc-issuers.ts';
import {
  listPendingFor,
  type PendingPublisher,
  pinPendingOwner,
} from '../../../store/postgres/identity/pending-publishers.ts';
import {
  type CandidatePublisher,
  listCandidatePublishers,
  pinOwner,
} from '../../../store/postgres/identity/trusted-publishers.ts';
import type { Queryable } from '../../../store/postgres/pool.ts';

/** A publisher of a package, or a pending publisher of a name, whose rules the build matches. */
export interface Opening {
  id: string;
  isPending: boolean;
  name: string;
  nameKey: string;
  target: Ownership;
  ownerOrgId: string | null;
  ownerName: string;
  repositorySlug: string | null;
  repositoryOwnerId: string | null;
  needsApproval: boolean;
  /** The user for whom the build acts. */
  createdBy: string;
  createdByName: string;
}

/** An opening, with the current rights of its user. */
export interface Usable {
  opening: Opening;
  person: UserActor;
}

/** The scope of the look-up: one name with its package, one repository, or the whole ecosystem. */
export type Place =
  | { nameKey: string; pkg: { id: string; ownerOrgId: string | null } | null }
  | { repositoryId: string; ownerOrgId: string | null }
  | 'any';

/**
 * Returns matching openings; publishers of packages come before pending ones. The owner of the source repository is
 * not checked yet.
 */
export async function findOpenings(
  db: Queryable,
  ecosystem: EcosystemId,
  token: BuildToken,
  place: Place,
): Promise<Opening[]> {
  const publishers = await listPublishersAt(db, ecosystem, token, place);
  const matching = publishers.filter((each) => isMatch(each, token));
  // a pending publisher must not bypass a condition of the package's own publisher, such as an approval
  const isDecided = place !== 'any' && 'nameKey' in place && matching.length > 0;
  const pending = isDecided ? [] : await listPendingAt(db, ecosystem, token, place);
  const openings = [
    ...matching.map(ofPublisher),
    ...pending.filter((each) => isMatch(each, token)).map(ofPending),
  ].filter((opening) => isLeftTo(token, opening));
  if (token.organizations === null) return openings;
  const trusted = await Promise.all(
    token.organizations.map(async (id) => ((await isTrustedBy(db, id, token.issuer)) ? [id] : [])),
  );
  const ids = new Set(trusted.flat());
  return openings.filter(({ ownerOrgId }) => ownerOrgId !== null && ids.has(ownerOrgId));
}

async function listPublishersAt(
  db: Queryable,
  ecosystem: EcosystemId,
  token: BuildToken,
  place: Place,
): Promise<readonly CandidatePublisher[]> {
  if (place === 'any') return listCandidatePublishers(db, ecosystem, token, 'any');
  if ('repositoryId' in place) {
    return listCandidatePublishers(db, ecosystem, token, { repositoryId: place.repositoryId });
  }
  return place.pkg ? listCandidatePublishers(db, ecosystem, token, { packageId: place.pkg.id }) : [];
}

/** Excludes names that another owner has taken meanwhile. */
async function listPendingAt(
  db: Queryable,
  ecosystem: EcosystemId,
  token: BuildToken,
  place: Place,
): Promise<readonly PendingPublisher[]> {
  if (place === 'any') return listPendingFor(db, ecosystem, token, 'any');
  if ('repositoryId' in place) {
    const { ownerOrgId: organizationId } = place;
    return organizationId === null ? [] : listPendingFor(db, ecosystem, token, { organizationId });
  }
  const { nameKey, pkg } = place;
  const pending = await listPendingFor(db, ecosystem, token, { nameKey });
  return pending.filter(({ organizationId }) => pkg === null || pkg.ownerOrgId === organizationId);
}

/**
 * Returns at most `most` openings that are valid now: the source repository still has the same owner (pinned by the
 * first use), and the user who named the publisher may publish there and has not ended all credentials since the
 * exchange (`since`, in milliseconds).
 */
export async function usableOf(
  db: Queryable,
  openings: readonly Opening[],
  token: BuildToken,
  { since, most = Infinity }: { since: number; most?: number },
): Promise<Usable[]> {
  const people = new Map<string, UserActor | null>();
  const usable: Usable[] = [];
  for (const opening of openings) {
    if (usable.length === most) break;
    const { createdBy } = opening;
    if (!people.has(createdBy)) people.set(createdBy, await findActor(db, createdBy, since));
    const person = people.get(createdBy) ?? null;
    if (person === null || !may(person, 'publish', opening.target)) continue;
    if (await isPinned(db, opening, token)) usable.push({ opening, person });
  }
  return usable;
}

async function findActor(db: Queryable, userId: string, since: number): Promise<UserActor | null> {
  const person = await findPerson(db, userId);
  if (!person?.isActive || (person.credentialsEndedAt?.getTime() ?? 0) > since) return null;
  return {
    kind: 'user',
    userId,
    username: person.username,
    isAdmin: false,
    scopes: new Set(['packages:write']),
    credential: 'token',
    ...rightsOf(person),
  };
}

/** Pins the owner at the first use. Of two concurrent requests with different owners, the first one wins. */
async function isPinned(db: Queryable, opening: Opening, token: BuildToken): Promise<boolean> {
  if (!isSameOwner(opening.repositoryOwnerId, token)) return false;
  if (opening.repositoryOwnerId !== null || token.repositoryOwnerId === null) return true;
  const pin = opening.isPending ? pinPendingOwner : pinOwner;
  const pinned = await pin(db, opening.id, token.repositoryOwnerId);
  return pinned !== null && isSameOwner(pinned.repositoryOwnerId, token);
}

function ofPublisher(publisher: CandidatePublisher): Opening {
  const { packageId, repositoryId, namespaceId, ownerUserId, ownerOrgId, packageName } = publisher;
  const target = { packageId, repositoryId, namespaceId, ownerUserId, ownerOrgId };
  return { ...publisher, isPending: false, name: packageName, target };
}

function ofPending(pending: PendingPublisher): Opening {
  const { organizationId: ownerOrgId } = pending;
  const target = { packageId: null, repositoryId: null, namespaceId: null, ownerUserId: null, ownerOrgId };
  return {
    ...pending,
    isPending: true,
    target,
    ownerOrgId,
    ownerName: pending.organizationSlug,
    repositorySlug: null,
    needsApproval: false,
  };
}
