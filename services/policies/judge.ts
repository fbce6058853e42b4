import type { FileStanding } from '../../domain/file-standing.ts';
import { endsByItself, type Violation, violationsOf } from '../../domain/policy.ts';
import { findFacts } from '../../store/postgres/policies/facts.ts';
import { listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

/** Reasons of a hold. */
export const heldByPolicy = 'policy_hold';
export const coolingDown = 'cooling_down';

/** What the policies of its organization and its repository say against a release. */
export async function judgeRelease(
  db: Queryable,
  { id, packageId }: { id: string; packageId: string },
): Promise<Violation[]> {
  const policies = await listPoliciesOf(db, packageId);
  if (policies.length === 0) return [];
  const facts = await findFacts(db, id);
  if (!facts) return [];
  const now = new Date();
  return policies.flatMap(({ document }) => violationsOf(document, facts, now));
}

/** Whether a file would make a release run scripts that policies hold one for: nobody looks at files that join. */
export async function beginsToRunScripts(
  db: Queryable,
  { id, packageId }: { id: string; packageId: string },
  file: FileStanding | null,
): Promise<boolean> {
  if (file === null || file.installScripts === 0) return false;
  const policies = await listPoliciesOf(db, packageId);
  if (policies.length === 0) return false;
  const facts = await findFacts(db, id);
  if (!facts || facts.runsScripts) return false;
  const joined = { ...facts, runsScripts: true };
  const now = new Date();
  return policies
    .flatMap(({ document }) => violationsOf(document, joined, now))
    .some(({ rule }) => rule === 'new_install_scripts');
}

/** Null when nothing is against it. A person ends the one, time ends the other. */
export async function findPolicyHold(
  db: Queryable,
  release: { id: string; packageId: string },
): Promise<string | null> {
  const violations = await judgeRelease(db, release);
  if (violations.length === 0) return null;
  return endsByItself(violations) ? coolingDown : heldByPolicy;
}
