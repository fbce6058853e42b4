import { isAuthorized, type Target } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { listBringers } from '../../store/postgres/releases/bringers.ts';
import { type DecisionSubject, listApprovers } from '../../store/postgres/releases/decisions.ts';

/** Where a policy asks for two people: those who brought the files are one, a person who brought none is the other. */
export interface Approvals {
  /** Names of people who have approved exactly these files. */
  approvedBy: readonly string[];
  /** Whether the caller can be the second person. */
  mayBeSecond: boolean;
}

/** Null where one person is enough. */
export async function approvalsOf(
  db: Queryable,
  { actor }: Caller,
  {
    pkg,
    subject,
    filesDigest,
  }: { pkg: Target & { id: string }; subject: DecisionSubject; filesDigest: string },
): Promise<Approvals | null> {
  if (!(await asksForTwo(db, pkg.id))) return null;
  const bringers = await listBringers(db, subject);
  const isOther = actor.kind === 'user' && !bringers.has(actor.userId);
  return {
    approvedBy: await listApprovers(db, subject, filesDigest),
    mayBeSecond: isOther && isAuthorized(actor, 'triage', pkg),
  };
}

/** Whether a policy asks for two people and this one brought any of the files. */
export async function lacksSecondPerson(
  db: Queryable,
  packageId: string,
  subject: DecisionSubject,
  userId: string | null,
): Promise<boolean> {
  if (!(await asksForTwo(db, packageId))) return false;
  return userId === null || (await listBringers(db, subject)).has(userId);
}

async function asksForTwo(db: Queryable, packageId: string): Promise<boolean> {
  const policies = await listPoliciesOf(db, packageId);
  return policies.some(({ document }) => document.require_approval === 'two_person');
}
