import { asTarget, authorize, authorizeReading, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import type { UserActor } from '../../domain/actor.ts';
import { type Policy, type Violation, violationsOf } from '../../domain/policy.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { type JudgedRelease, listFacts } from '../../store/postgres/policies/facts.ts';
import {
  findPolicy,
  type PolicyOwner,
  savePolicy,
  type StoredPolicy,
} from '../../store/postgres/policies/policies.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';
import { getVisibleRepository } from '../repositories/get.ts';

/** Whose policy is meant. */
export type Named = { organization: string } | { repository: string };

interface Found {
  owner: PolicyOwner;
  orgId: string | null;
  label: string;
  user: UserActor;
}

/** For those who manage the organization or the repository. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
async function find(
  pool: Pool,
  { actor }: Caller,
  named: Named,
  check: typeof authorize | typeof authorizeReading,
): Promise<Found> {
  if ('organization' in named) {
    requireScopeFor(actor, 'manage_organization');
    const organization = await requireOrganization(pool, named.organization);
    const user = check(actor, 'manage_organization', targetOf(organization));
    const { id, slug } = organization;
    return { owner: { organizationId: id }, orgId: id, label: slug, user };
  }
  requireScopeFor(actor, 'manage_repository');
  const repository = await getVisibleRepository(pool, actor, named.repository);
  const refusal = 'this repository is not yours';
  const user = check(actor, 'manage_repository', { ...asTarget(repository), refusal });
  const { id, slug, ownerOrgId } = repository;
  return { owner: { repositoryId: id }, orgId: ownerOrgId, label: slug, user };
}

/** Nobody has said anything: an empty one. @throws as {@link find} */
export async function getPolicy(pool: Pool, caller: Caller, named: Named): Promise<StoredPolicy | null> {
  const { owner } = await find(pool, caller, named, authorizeReading);
  return findPolicy(pool, owner);
}

/** Holds what comes from now on; what is visible stays. @throws as {@link find} */
export async function putPolicy(
  pool: Pool,
  caller: Caller,
  named: Named,
  document: Policy,
): Promise<StoredPolicy> {
  const { owner, orgId, label, user } = await find(pool, caller, named, authorize);
  return pool.transaction(async (tx) => {
    await savePolicy(tx, owner, { document, userId: user.userId });
    await writeAudit(tx, {
      action: 'policy_change',
      performer: performedBy(caller),
      targetOrgId: orgId,
      metadata: { of: label, policy: JSON.stringify(document).slice(0, 4_000) },
    });
    const saved = await findPolicy(tx, owner);
    if (!saved) throw new Error('a policy that was just saved is gone');
    return saved;
  });
}

/** How many releases a dry run looks at, newest first. */
export const dryRunReleases = 1_000;

/** Which of the visible releases the policy would have held, and why. Changes nothing. @throws as {@link find} */
export async function dryRunPolicy(
  pool: Pool,
  caller: Caller,
  named: Named,
  document: Policy,
): Promise<{ checked: number; held: { release: JudgedRelease; violations: Violation[] }[] }> {
  const { owner } = await find(pool, caller, named, authorizeReading);
  const releases = await listFacts(pool, owner, dryRunReleases);
  const now = new Date();
  const judged = releases.map((release) => ({ release, violations: violationsOf(document, release, now) }));
  return { checked: releases.length, held: judged.filter(({ violations }) => violations.length > 0) };
}
