import type { Actor, UserActor } from './actor.ts';
import type { FindingKind } from './findings.ts';
import { narrower, type Visibility } from './visibility.ts';

/**
 * The one visibility rule. `store/postgres/visibility.ts` holds the same rule as SQL; a test checks
 * the two against each other on a generated corpus.
 */
export interface AccessFacts {
  /** Null for what is no package, e.g. a repository. */
  packageId: string | null;
  visibility: Visibility;
  repositoryVisibility: Visibility;
  readableReleases: number;
  ownerUserId: string | null;
  ownerOrgId: string | null;
}

const publishers: ReadonlySet<string> = new Set(['owner', 'admin', 'maintainer', 'publisher']);
const triagers: ReadonlySet<string> = new Set(['owner', 'admin', 'security_manager']);
const editors: ReadonlySet<string> = new Set(['owner', 'admin', 'maintainer']);
const admins: ReadonlySet<string> = new Set(['owner', 'admin']);
const insiders: ReadonlySet<string> = new Set([...publishers, 'security_manager', 'auditor']);

/** Whether protocol reads, pages and searches by exact name show the package at all. */
export function canRead(facts: AccessFacts, actor: Actor): boolean {
  if (facts.readableReleases === 0) return canSeeUnreleased(facts, actor);
  return canReadDocuments(facts, actor);
}

/** Whether the package's index documents and published files may be read. Hidden releases are not in them. */
export function canReadDocuments(facts: AccessFacts, actor: Actor): boolean {
  if (facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined') return false;
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return holdsRole(facts, actor, undefined);
}

/** Whether search and listings mention it to this actor. */
export function isListed(facts: AccessFacts, actor: Actor): boolean {
  return isListable(facts) && canReadDocuments(facts, actor);
}

/** Whether search and listings mention it to anybody: search engines hold nothing else. */
export function isListable(facts: AccessFacts): boolean {
  const isQuarantined = facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined';
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  return facts.readableReleases > 0 && visibility !== 'unlisted' && !isQuarantined;
}

/** Held, scanning and rejected releases are seen through the management API by these. */
export function canSeeUnreleased(facts: AccessFacts, actor: Actor): boolean {
  return holdsRole(facts, actor, insiders);
}

/** Whether the person may publish what the organization owns. */
export function publishesIn(actor: UserActor, organizationId: string): boolean {
  const role = actor.memberships.get(organizationId);
  return role !== undefined && publishers.has(role);
}

/** Organizations whose unreleased versions the person may see: {@link canSeeUnreleased} for queries. */
export function seesUnreleasedOf(actor: UserActor): string[] {
  return [...actor.memberships]
    .filter(([, role]) => insiders.has(role))
    .map(([organization]) => organization);
}

/** Packages likewise, by what was granted on them alone. */
export function seesUnreleasedIn(actor: UserActor): string[] {
  return [...actor.grants].filter(([, role]) => insiders.has(role)).map(([packageId]) => packageId);
}

/** Whether the management API shows the package with everything that is held: people who look after it. */
export function canOversee(facts: AccessFacts, actor: Actor): boolean {
  return canSeeUnreleased(facts, actor) || isPlatformAdmin(actor);
}

/** Description, links, keywords and the like. */
export function canEditMetadata(facts: AccessFacts, actor: Actor): boolean {
  return holdsRole(facts, actor, editors);
}

export function canPublish(facts: AccessFacts, actor: Actor): boolean {
  return holdsRole(facts, actor, publishers);
}

/** Resolve findings, approve and reject. */
export function canTriage(facts: AccessFacts, actor: Actor): boolean {
  return holdsRole(facts, actor, triagers) || isPlatformAdmin(actor);
}

/** Config: who says that a malware finding is settled, beside platform administrators. */
export type MalwareResolvers = 'admins' | 'triagers';

/** Whoever published what was called malware never has the last word on it; see {@link MalwareResolvers}. */
export function canResolve(
  facts: AccessFacts,
  actor: Actor,
  finding: { kind: FindingKind; publishedBy: string | null },
  malwareResolvers: MalwareResolvers,
): boolean {
  if (!canTriage(facts, actor)) return false;
  if (finding.kind !== 'malware' || isPlatformAdmin(actor)) return true;
  return malwareResolvers === 'triagers' && actor.kind === 'user' && finding.publishedBy !== actor.userId;
}

/** Change visibility, delete, transfer. */
export function canAdminister(facts: AccessFacts, actor: Actor): boolean {
  return holdsRole(facts, actor, admins) || isPlatformAdmin(actor);
}

/** Needs the scope as well, so that an administrator's everyday token is an ordinary one. */
export function isPlatformAdmin(actor: Actor): boolean {
  return actor.kind === 'user' && actor.isAdmin && actor.scopes.has('admin:write');
}

function holdsRole(
  facts: AccessFacts,
  actor: Actor,
  roles: ReadonlySet<string> | undefined,
): actor is UserActor {
  if (actor.kind !== 'user') return false;
  const granted = facts.packageId === null ? undefined : actor.grants.get(facts.packageId);
  if (granted !== undefined && (roles === undefined || roles.has(granted))) return true;
  if (facts.ownerUserId !== null) return facts.ownerUserId === actor.userId;
  if (facts.ownerOrgId === null) return false;
  const role = actor.memberships.get(facts.ownerOrgId);
  return role !== undefined && (roles === undefined || roles.has(role));
}
