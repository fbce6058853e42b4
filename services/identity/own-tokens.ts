import { validate as isUuid } from 'uuid';
import {
  type Actor,
  type Performer,
  requireBinding,
  requireScope,
  requireUser,
  type UserActor,
} from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { insufficientScope, notFound } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { AccountToken } from '../../ecosystems/context/accounts.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  countTokens,
  findOwnToken,
  type ListedToken,
  listTokens,
  revokeToken,
} from '../../store/postgres/identity/tokens.ts';
import { issueToken, type TokenDeps } from './issue-token.ts';

const dayMs = 86_400_000;

/** @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function listOwnTokens(
  pool: Pool,
  actor: Actor,
  page: { offset: number; limit: number },
): Promise<{ total: number; tokens: AccountToken[] }> {
  const { userId } = requireScope(actor, 'tokens:read');
  const [total, tokens] = await Promise.all([countTokens(pool, userId), listTokens(pool, userId, page)]);
  return { total, tokens: tokens.map(present) };
}

/** A token of the caller, with at most the caller's scopes. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function createOwnToken(
  deps: TokenDeps,
  actor: Actor,
  wanted: { name: string; scopes: readonly Scope[]; expiresInDays: number | null },
  performer: Performer,
): Promise<AccountToken & { token: string }> {
  const user = requireScope(actor, 'tokens:write');
  requireBinding(user, {});
  const missing = wanted.scopes.find((scope) => !user.scopes.has(scope));
  if (missing !== undefined) throw insufficientScope(missing);
  const { name, scopes, expiresInDays } = wanted;
  const createdAt = new Date();
  const expiresAt = expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * dayMs);
  const binding = { kind: 'personal', repositoryId: null, packageId: null } as const;
  const issued = await issueToken(
    deps,
    { ...binding, userId: user.userId, name, scopes, expiresAt },
    performer,
  );
  return {
    id: issued.id,
    token: issued.secret,
    prefix: issued.display,
    name,
    isReadOnly: isReadOnly(scopes),
    createdAt,
    expiresAt,
    lastUsedAt: null,
  };
}

/**
 * Who knows the text of a token of theirs may end it. By its id, without `tokens:write`, only one that may do no
 * more than the credential that asks. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`
 */
export async function revokeOwnToken(
  pool: Pool,
  actor: Actor,
  named: { id: string } | { secret: string },
  performer: Performer,
): Promise<UserActor> {
  const user = requireUser(actor);
  if ('id' in named && !isUuid(named.id)) throw notFound('token');
  const token = await findOwnToken(
    pool,
    user.userId,
    'id' in named ? named : { hash: sha256Hex(named.secret) },
  );
  if (!token) throw notFound('token');
  if ('id' in named && token.id !== user.tokenId) assertMayRevoke(user, token.scopes);
  await pool.transaction(async (tx) => {
    if (!(await revokeToken(tx, user.userId, token.id))) return;
    await writeAudit(tx, {
      action: 'token_revoke',
      performer,
      targetUserId: user.userId,
      metadata: { token_id: token.id },
    });
  });
  return user;
}

function assertMayRevoke(user: UserActor, scopes: readonly Scope[]): void {
  requireBinding(user, {});
  if (user.scopes.has('tokens:write')) return;
  const isWithin = user.scopes.has('tokens:read') && scopes.every((scope) => user.scopes.has(scope));
  if (!isWithin) throw insufficientScope('tokens:write');
}

function present(token: ListedToken): AccountToken {
  const { id, name, prefix, hint, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    name,
    prefix: `${prefix}${hint}`,
    isReadOnly: isReadOnly(scopes),
    createdAt,
    expiresAt,
    lastUsedAt,
  };
}

function isReadOnly(scopes: readonly Scope[]): boolean {
  return !scopes.includes('packages:write');
}
