import { validate as isUuid } from 'uuid';
import { type Actor, requireUser, type UserActor } from '../../domain/actor.ts';
import { may, type Target } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import type { Format } from '../../ecosystems/format.ts';
import {
  type Claim,
  type ClaimFilter,
  findClaim,
  listClaims,
} from '../../store/postgres/packages/namespaces.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';

/** A namespace, and whether the caller may release it. */
export interface ClaimView extends Claim {
  canManage: boolean;
  canTransfer: boolean;
}

/**
 * The namespaces that the caller holds, and those in which the caller sees a package, by name.
 * @throws DomainError `unauthenticated`
 */
export async function listNamespaces(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  filter: ClaimFilter,
  window: Window,
): Promise<ClaimView[]> {
  const user = requireUser(actor);
  const claims = await listClaims(pool, user, filter, window);
  return claims.map((claim) => viewOf(claim, user));
}

/**
 * Finds the claim of a namespace: every reader of a package in it may know the owner.
 * @throws DomainError `not_found`
 */
export async function lookUpNamespace(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  { id }: Format,
  namespace: string,
): Promise<Claim> {
  const claim = await findClaim(pool, actor, { ecosystem: id, namespace });
  if (!claim) throw notFound('namespace');
  return claim;
}

/** @throws DomainError `not_found`, also for a claim that the actor may not see */
export async function getClaim(db: Queryable, actor: Actor, id: string): Promise<Claim> {
  const claim = isUuid(id) ? await findClaim(db, actor, { id }) : null;
  if (!claim) throw notFound('namespace');
  return claim;
}

export function viewOf(claim: Claim, actor: UserActor): ClaimView {
  const target = targetOf(claim);
  return {
    ...claim,
    canManage: may(actor, 'manage_namespace', target),
    canTransfer: may(actor, 'transfer_namespace', target),
  };
}

/** The claim as the target of a change. */
export function targetOf({ id, namespace, ownerUserId, ownerOrgId }: Claim): Target {
  return {
    packageId: null,
    repositoryId: null,
    namespaceId: id,
    ownerUserId,
    ownerOrgId,
    name: namespace,
    refusal: 'this namespace is not yours',
  };
}
