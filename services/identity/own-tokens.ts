import { validate as isUuid } from 'uuid';
import {
  type Actor,
  isWithinBinding,
  requireBinding,
  requireUser,
  type UserActor,
} from '../../domain/actor.ts';
import { authorize, authorizeOwn, authorizeReadingOwn, may } from '../../domain/authorize.ts';
import { type Caller, type KnownCaller, performedBy } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { forbidden, insufficientScope, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import type { Scope } from '../../domain/scopes.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { listOrganizationAccounts } from '../../store/postgres/organizations/accounts.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  countTokens,
  findOwnToken,
  type ListedToken,
  listTokens,
  revokeToken,
} from '../../store/postgres/identity/tokens.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';
import { forManager } from '../organizations/in-organization.ts';
import type { Platform } from '../platform.ts';

export type { ListedToken };

/** Returns all own tokens, or a page of them. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function listOwnTokens(
  pool: Pool,
  actor: Actor,
  page?: Window,
): Promise<readonly ListedToken[]> {
  const { userId } = authorizeReadingOwn(actor, 'read_tokens');
  return listTokens(pool, [userId], page);
}

/** Returns own tokens, and those of organizations that the user manages. @throws as {@link listOwnTokens} */
export async function listManagedTokens(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  page: Window,
): Promise<readonly ListedToken[]> {
  const user = authorizeReadingOwn(actor, 'read_tokens');
  const accounts = await listOrganizationAccounts(pool, managedBy(user));
  return listTokens(pool, [user.userId, ...accounts], page);
}

/**
 * Returns the tokens that belong to an organization.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function listOrganizationTokens(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  page: Window,
): Promise<readonly ListedToken[]> {
  authorizeReadingOwn(actor, 'read_tokens');
  const organization = await requireOrganization(pool, slug);
  authorize(actor, 'manage_organization', targetOf(organization));
  return listTokens(pool, await listOrganizationAccounts(pool, [organization.id]), page);
}

/** Organizations whose tokens the user manages. */
function managedBy(user: UserActor): string[] {
  return [...user.memberships.keys()].filter((id) => {
    const target = ofOrganization(id);
    const isOpen = user.lacksSecondFactorIn?.has(id) !== true && isWithinBinding(user, target);
    return isOpen && may(user, 'manage_organization', target);
  });
}

const ofOrganization = (id: string) => ({
  packageId: null,
  repositoryId: null,
  namespaceId: null,
  ownerUserId: null,
  ownerOrgId: id,
});

/** Returns the total number of tokens of {@link listOwnTokens}. @throws as {@link listOwnTokens} */
export async function countOwnTokens(pool: Pool, actor: Actor): Promise<number> {
  const { userId } = authorizeReadingOwn(actor, 'read_tokens');
  return countTokens(pool, userId);
}

/**
 * Revokes a token of the user or, with `orgs:write`, of an organization that the user manages.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`
 */
export async function revokeTokenById(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const actor = authorizeOwn(caller.actor, 'manage_tokens');
  if (!isUuid(id)) throw notFound('token');
  const accounts = actor.scopes.has('orgs:write')
    ? await listOrganizationAccounts(pool, managedBy(actor))
    : [];
  await endOneOf({ pool, announce }, caller, [actor.userId, ...accounts], id);
}

/**
 * Revokes a token that belongs to the organization.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function revokeOrganizationToken(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  id: string,
): Promise<void> {
  authorizeOwn(caller.actor, 'manage_tokens');
  const organization = await forManager(platform, caller, slug);
  if (!isUuid(id)) throw notFound('token');
  await endOneOf(platform, caller, await listOrganizationAccounts(platform.pool, [organization.id]), id);
}

/** Revokes the token if it belongs to one of these accounts. @throws DomainError `not_found` */
async function endOneOf(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  accounts: readonly string[],
  id: string,
): Promise<void> {
  for (const userId of accounts) {
    if (!(await endToken(pool, caller, { userId }, id))) continue;
    announce({ kind: 'user', id: userId });
    return;
  }
  throw notFound('token');
}

/**
 * For clients of protocols: revokes a token of the user by its text. Without `tokens:write`, a token named by its id
 * must not have more rights than the credential of the request.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`
 */
export async function revokeOwnToken(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: { id: string } | { secret: string },
): Promise<void> {
  const user = requireUser(caller.actor);
  if ('id' in named && !isUuid(named.id)) throw notFound('token');
  const token = await findOwnToken(
    pool,
    user.userId,
    'id' in named ? named : { hash: sha256Hex(named.secret) },
  );
  if (!token) throw notFound('token');
  if ('id' in named && token.id !== user.tokenId) assertMayRevoke(user, token.scopes);
  await endToken(pool, caller, user, token.id);
  announce({ kind: 'user', id: user.userId });
}

/**
 * Revokes the token that authenticated the request.
 * @throws DomainError `unauthenticated`, `not_found` for a session
 */
export async function revokeCurrentToken(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
): Promise<void> {
  const actor = requireUser(caller.actor);
  if (actor.tokenId === undefined || !(await endToken(pool, caller, actor, actor.tokenId))) {
    throw notFound('token');
  }
  announce({ kind: 'user', id: actor.userId });
}

/**
 * Revokes the token of the request, which was issued for an identity token of a build.
 * @throws DomainError `forbidden`
 */
export async function revokeExchangedToken(
  { pool }: Pick<Platform, 'pool'>,
  caller: KnownCaller,
): Promise<void> {
  const { actor } = caller;
  const { tokenId, exchangedIn } = actor;
  if (exchangedIn === undefined || tokenId === undefined) throw forbidden('this token was not exchanged');
  await endToken(pool, caller, null, tokenId);
}

/** Ends a token; false when it had ended before. `holder`: null for a build. */
async function endToken(
  pool: Pool,
  caller: Caller,
  holder: Pick<UserActor, 'userId'> | null,
  id: string,
): Promise<boolean> {
  return pool.transaction(async (tx) => {
    const isGivenBack = caller.actor.kind === 'user' && caller.actor.tokenId === id;
    if (!(await revokeToken(tx, holder?.userId ?? null, id, { isGivenBack }))) return false;
    await writeAudit(tx, {
      action: 'token_revoke',
      performer: performedBy(caller),
      ...(holder ? { targetUserId: holder.userId } : {}),
      metadata: { token_id: id },
    });
    return true;
  });
}

function assertMayRevoke(user: UserActor, scopes: readonly Scope[]): void {
  requireBinding(user, {});
  if (user.scopes.has('tokens:write')) return;
  const isWithin = user.scopes.has('tokens:read') && scopes.every((scope) => user.scopes.has(scope));
  if (!isWithin) throw insufficientScope('tokens:write');
}
