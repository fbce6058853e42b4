import { isAuthorized, type Target } from '../../domain/authorize.ts';
import { coolsUntil } from '../../domain/policy.ts';
import type { Caller } from '../../domain/caller.ts';
import { listPoliciesInForce } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findLastArrival, listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import { type DecisionSubject, listApprovers } from '../../store/postgres/releases/decisions.ts';

/** Where a policy asks for two people, or during a cool-down: the uploaders count as the first person, a person who uploaded none of the files as the second. */
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
  if (!(await asksForTwo(db, pkg.id, subject))) return null;
  const uploaders = await listUploaders(db, subject);
  const isOther = actor.kind === 'user' && !uploaders.has(actor.userId);
  return {
    approvedBy: await listApprovers(db, subject, filesDigest),
    mayBeSecond: isOther && isAuthorized(actor, 'triage', pkg),
  };
}

/** Whether two people are required and this one uploaded any of the files. */
export async function lacksSecondPerson(
  db: Queryable,
  packageId: string,
  subject: DecisionSubject,
  userId: string | null,
): Promise<boolean> {
  if (!(await asksForTwo(db, packageId, subject))) return false;
  return userId === null || (await listUploaders(db, subject)).has(userId);
}

/** A cool-down protects against its uploader, or a thief of the credential: another person ends it early. */
async function asksForTwo(db: Queryable, packageId: string, subject: DecisionSubject): Promise<boolean> {
  const policies = (await listPoliciesInForce(db, packageId)).map(({ document }) => document);
  if (policies.some((policy) => policy.require_approval === 'two_person')) return true;
  if (policies.every((policy) => policy.cool_down_hours === undefined)) return false;
  const cameAt = await findLastArrival(db, subject);
  if (cameAt === null) return false;
  const now = new Date();
  return policies.some((policy) => (coolsUntil(policy, cameAt) ?? now) > now);
}
