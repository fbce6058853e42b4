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
  /** Whether the DNS can prove whose it is. */
  isDomain: boolean;
  /** Whether the caller can prove that it is theirs. */
  canProve: boolean;
  /** For them: what they have to publish; null before they have asked for it, and once that has expired. */
  proof: ProofWanted | null;
}

/** @throws DomainError `unauthenticated`, `not_found` also for one that the caller may not know of */
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

/** The packages of it that listings show the caller, and those that they manage. @throws as {@link getNamespace} */
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
