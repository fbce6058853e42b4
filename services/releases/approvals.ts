import { isAuthorized, type Target } from '../../domain/authorize.ts';
import { coolsUntil } from '../../domain/policy.ts';
import type { Caller } from '../../domain/caller.ts';
import { listPoliciesInForce } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findLastArrival, listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import { type DecisionSubject, listApprovers } from '../../store/postgres/releases/decisions.ts';

/** The approvals when a policy requires two people, or during a cool-down: uploaders count as the first person. */
export interface Approvals {
  /** Names of users who have approved exactly these files. */
  approvedBy: readonly string[];
  /** Whether the caller can be the second person, who uploaded none of the files. */
  mayBeSecond: boolean;
}

/** Null when one person is sufficient. */
export async function approvalsOf(
  db: Queryable,
  { actor }: Caller,
  {
    pkg,
    subject,
    filesDigest,
  }: { pkg: Target & { id: string }; subject: DecisionSubject; filesDigest: string },
): Promise<Approvals | null> {
  if (!(await asksForTwo(db, pkg.id, subject))) return null;
  const uploaders = await listUploaders(db, subject);
  const isOther = actor.kind === 'user' && !uploaders.has(actor.userId);
  return {
    approvedBy: await listApprovers(db, subject, filesDigest),
    mayBeSecond: isOther && isAuthorized(actor, 'triage', pkg),
  };
}

/** Whether two people are required and this user uploaded any of the files. */
export async function lacksSecondPerson(
  db: Queryable,
  packageId: string,
  subject: DecisionSubject,
  userId: string | null,
): Promise<boolean> {
  if (!(await asksForTwo(db, packageId, subject))) return false;
  return userId === null || (await listUploaders(db, subject)).has(userId);
}

/** A cool-down protects against its uploader or a stolen credential: another user has to end it early. */
async function asksForTwo(db: Queryable, packageId: string, subject: DecisionSubject): Promise<boolean> {
  const policies = (await listPoliciesInForce(db, packageId)).map(({ document }) => document);
  if (policies.some((policy) => policy.require_approval === 'two_person')) return true;
  if (policies.every((policy) => policy.cool_down_hours === undefined)) return false;
  const cameAt = await findLastArrival(db, subject);
  if (cameAt === null) return false;
  const now = new Date();
  return policies.some((policy) => (coolsUntil(policy, cameAt) ?? now) > now);
}
