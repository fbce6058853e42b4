import { requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { listPackagesAt, type RepositoryPackage } from '../../store/postgres/packages/repository-packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';
import { type ClaimView, getClaim, viewOf } from './claims.ts';
import { beginVerification, type ProofWanted } from './verify.ts';

/** A namespace for its page. */
export interface NamespacePage extends ClaimView {
  /** Whether the DNS can prove whose it is. */
  isDomain: boolean;
  /** What its holder has to publish; null for others, and where nothing is to be proved. */
  proof: ProofWanted | null;
}

/**
 * Asking for the proof gives the same record until it expires: looking changes nothing that others see.
 * @throws DomainError `unauthenticated`, `not_found` also for one that the caller may not know of
 */
export async function getNamespace(
  platform: Pick<Platform, 'pool' | 'ecosystems' | 'take' | 'resolveTxt'>,
  caller: Caller,
  id: string,
): Promise<NamespacePage> {
  const claim = await findShown(platform.pool, caller, id);
  const { canManage, isVerified, ownerOrgId } = claim;
  const { namespaces } = platform.ecosystems.get(claim.ecosystem);
  const isDomain = namespaces.domains(claim.namespace).length > 0;
  const lacksSecondFactor =
    ownerOrgId !== null && requireUser(caller.actor).lacksSecondFactorIn?.has(ownerOrgId) === true;
  const isAsked = canManage && isDomain && !isVerified && !lacksSecondFactor;
  return { ...claim, isDomain, proof: isAsked ? await beginVerification(platform, caller, id) : null };
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
