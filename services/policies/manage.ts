import { authorize, authorizeReading, requireScopeFor, asTarget } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import type { UserActor } from '../../domain/actor.ts';
import { answerLimits } from '../../domain/limits/answers.ts';
import { type Policy, type Violation, violationsOf } from '../../domain/policy.ts';
import { refusalsOf, uploadRulesOf } from '../../domain/upload-rules.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { type JudgedRelease, listFacts } from '../../store/postgres/policies/facts.ts';
import {
  findPolicy,
  lockPolicy,
  type PolicyOwner,
  savePolicy,
  type StoredPolicy,
} from '../../store/postgres/policies/policies.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { markDenied } from '../../store/postgres/policies/denied.ts';
import { renderDenied } from './render-denied.ts';
import { changedEntries, withKeys } from './denied-packages.ts';
import { asSentTo } from './refuse-upload.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';
import { getVisibleRepository } from '../repositories/get.ts';
import type { Platform } from '../platform.ts';

/** The owner of the policy. */
export type Named = { organization: string } | { repository: string };

interface Found {
  owner: PolicyOwner;
  orgId: string | null;
  label: string;
  user: UserActor;
}

/**
 * For managers of the organization or the repository.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
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

/** The policy; empty when none is set. @throws as {@link find} */
export async function getPolicy(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<StoredPolicy | null> {
  const { owner } = await find(pool, caller, named, authorizeReading);
  return findPolicy(pool, owner);
}

/** The most packages whose documents are rendered before the answer to a change. The reconciler renders the others. */
const renderedAtOnce = 20;

/**
 * Sets the policy. It applies to later uploads; visible releases stay, and their documents list denied packages.
 * @throws as {@link find}, and `validation_failed`, `invalid_name`, `invalid_version` for invalid packages
 */
export async function putPolicy(
  platform: Pick<Platform, 'ecosystems' | 'pool' | 'catalog' | 'log' | 'announce'>,
  caller: Caller,
  named: Named,
  said: Policy,
): Promise<StoredPolicy> {
  const { pool } = platform;
  const { owner, orgId, label, user } = await find(pool, caller, named, authorize);
  const document = withKeys(platform.ecosystems, said);
  const { saved, stale } = await pool.transaction(async (tx) => {
    await lockPolicy(tx, owner);
    const before = await findPolicy(tx, owner);
    const denied = changedEntries(platform.ecosystems, before?.document ?? {}, document);
    await savePolicy(tx, owner, { document, userId: user.userId });
    await writeAudit(tx, {
      action: 'policy_change',
      performer: performedBy(caller),
      targetOrgId: orgId,
      metadata: {
        of: label,
        policy: JSON.stringify(document).slice(0, answerLimits['policy in the log'].characters),
      },
    });
    const saved = await findPolicy(tx, owner);
    if (!saved) throw new Error('a policy that was just saved is gone');
    return { saved, stale: await markDenied(tx, owner, denied) };
  });
  await renderDenied(platform, stale.slice(0, renderedAtOnce));
  return saved;
}

/** The most releases that a dry run checks, newest first. */
export const dryRunReleases = 1_000;

/** A release with its violations. */
export interface Judgement {
  release: JudgedRelease;
  violations: Violation[];
}

/**
 * Returns the visible releases that the policy would have held or refused, and why. Changes nothing.
 * @throws as {@link find}
 */
export async function dryRunPolicy(
  { pool, ecosystems }: Pick<Platform, 'pool' | 'ecosystems'>,
  caller: Caller,
  named: Named,
  said: Policy,
): Promise<{ checked: number; held: Judgement[]; refused: Judgement[] }> {
  const { owner } = await find(pool, caller, named, authorizeReading);
  const document = withKeys(ecosystems, said);
  const releases = await listFacts(pool, owner, dryRunReleases);
  const now = new Date();
  const rules = uploadRulesOf([document]);
  const judgedBy = (judge: (release: JudgedRelease) => Violation[]) =>
    releases
      .map((release) => ({ release, violations: judge(release) }))
      .filter(({ violations }) => violations.length > 0);
  return {
    checked: releases.length,
    held: judgedBy((release) => violationsOf(document, release, now)),
    refused: judgedBy((release) => {
      const format = ecosystems.all.find(({ id }) => id === release.ecosystem);
      return format ? refusalsOf(rules, asSentTo(format, release), release.lastFileAt ?? now) : [];
    }),
  };
}
