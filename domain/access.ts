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

/** Whether protocol reads, pages and searches by exact name show the package at all. */
export function canRead(facts: AccessFacts, actor: Actor): boolean {
  if (facts.readableReleases === 0) return may(actor, 'see_unreleased', facts);
  return canReadDocuments(facts, actor);
}

/** Whether the package's index documents and published files may be read. Hidden releases are not in them. */
export function canReadDocuments(facts: AccessFacts, actor: Actor): boolean {
  if (facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined') return false;
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return may(actor, 'read', facts);
}

/** Whether anonymous readers may read it, and a shared cache may keep the answer. */
export function isPublic(facts: Pick<AccessFacts, 'visibility' | 'repositoryVisibility'>): boolean {
  return narrower(facts.visibility, facts.repositoryVisibility) === 'public';
}

/** Whether search and listings mention it to this actor. */
export function isListed(facts: AccessFacts, actor: Actor): boolean {
  return isListable(facts) && canReadDocuments(facts, actor);
}

/** Whether search and listings may show it to any reader: search engines hold nothing else. */
export function isListable(facts: AccessFacts): boolean {
  const isQuarantined = facts.visibility === 'quarantined' || facts.repositoryVisibility === 'quarantined';
  const visibility = narrower(facts.visibility, facts.repositoryVisibility);
  return facts.readableReleases > 0 && visibility !== 'unlisted' && !isQuarantined;
}

/** Config: who may settle a malware finding, beside platform administrators. */
export type MalwareResolvers = 'admins' | 'triagers';

/** The uploader of a file that was called malware never has the last word on it; see {@link MalwareResolvers}. */
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
