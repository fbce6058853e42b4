import { requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { listPackagesAt, type RepositoryPackage } from '../../store/postgres/packages/repository-packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';
import { type ClaimView, getClaim, viewOf } from './claims.ts';
import { findChallenge } from '../../store/postgres/packages/namespace-challenges.ts';
import { proofOf, type ProofWanted } from './verify.ts';

/** A namespace for its page. */
export interface NamespacePage extends ClaimView {
  /** Whether the namespace is named after a domain, which DNS can prove. */
  isDomain: boolean;
  /** Whether the caller may prove the domain. */
  canProve: boolean;
  /** The DNS record to publish, for such a caller; null before its request and after its expiry. */
  proof: ProofWanted | null;
}

/** @throws DomainError `unauthenticated`, `not_found` also for a namespace that the caller may not see */
export async function getNamespace(
  { pool, ecosystems }: Pick<Platform, 'pool' | 'ecosystems'>,
  caller: Caller,
  id: string,
): Promise<NamespacePage> {
  const claim = await findShown(pool, caller, id);
  const { canManage, isVerified, ownerOrgId } = claim;
  const domains = ecosystems.get(claim.ecosystem).namespaces.domains(claim.namespace);
  const isDomain = domains.length > 0;
  const lacksSecondFactor =
    ownerOrgId !== null && requireUser(caller.actor).lacksSecondFactorIn?.has(ownerOrgId) === true;
  const canProve = canManage && isDomain && !isVerified && !lacksSecondFactor;
  const challenge = canProve ? await findChallenge(pool, id) : null;
  return { ...claim, isDomain, canProve, proof: challenge && proofOf(domains, challenge) };
}

/**
 * The packages of the namespace that listings show the caller, and those that the caller manages.
 * @throws as {@link getNamespace}
 */
export async function listPackagesUnder(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  namespaceId: string,
  window: Window,
): Promise<{ total: number; packages: readonly RepositoryPackage[] }> {
  const { id } = await findShown(pool, caller, namespaceId);
  return listPackagesAt(pool, caller.actor, { namespaceId: id }, window);
}

async function findShown(db: Queryable, { actor }: Caller, id: string): Promise<ClaimView> {
  const user = requireUser(actor);
  return viewOf(await getClaim(db, user, id), user);
}
