import type { Actor } from './actor.ts';
import { isPlatformAdmin, may, type Ownership } from './authorize.ts';
import type { FindingKind } from './findings.ts';
import { narrower, type Visibility } from './visibility.ts';

/**
 * The one visibility rule. `store/postgres/packages/visibility.ts` holds the same rule as SQL;
 * `test/integration/store/rights.test.ts` and `test/integration/v1/search.test.ts` compare the two.
 */
export interface AccessFacts extends Ownership {
  visibility: Visibility;
  repositoryVisibility: Visibility;
  readableReleases: number;
}

/** Whether the actor sees the package at all: in protocol reads, pages and searches by exact name. */
export function canRead(facts: AccessFacts, actor: Actor): boolean {
  if (facts.readableReleases === 0) return may(actor, 'see_unreleased', facts);
  return canReadDocuments(facts, actor);
}

/** Whether the actor may read the package's index documents and published files. Both omit hidden releases. */
export function canReadDocuments(facts: AccessFacts, actor: Actor): boolean {
  if (facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined') return false;
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return may(actor, 'read', facts);
}

/** Whether anonymous readers may read the package, so that a shared cache may keep the answer. */
export function isPublic(facts: Pick<AccessFacts, 'visibility' | 'repositoryVisibility'>): boolean {
  return narrower(facts.visibility, facts.repositoryVisibility) === 'public';
}

/** Whether search and listings show the package to this actor. */
export function isListed(facts: AccessFacts, actor: Actor): boolean {
  return isListable(facts) && canReadDocuments(facts, actor);
}

/** Whether search and listings may show the package to any reader. Search engines hold only such packages. */
export function isListable(facts: AccessFacts): boolean {
  const isQuarantined = facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined';
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  return facts.readableReleases > 0 && visibility !== 'unlisted' && !isQuarantined;
}

/** Config: the users who may resolve a malware finding, beside platform administrators. */
export type MalwareResolvers = 'admins' | 'triagers';

/** The uploader of a file with a malware finding never resolves that finding; see {@link MalwareResolvers}. */
export function canResolve(
  facts: AccessFacts,
  actor: Actor,
  finding: { kind: FindingKind; uploaders: ReadonlySet<string> },
  malwareResolvers: MalwareResolvers,
): boolean {
  if (!may(actor, 'triage', facts)) return false;
  if (finding.kind !== 'malware' || isPlatformAdmin(actor)) return true;
  return malwareResolvers === 'triagers' && actor.kind === 'user' && !finding.uploaders.has(actor.userId);
}
