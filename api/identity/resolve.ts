import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes, type Scope } from '../../domain/scopes.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { isToken, isWellFormedToken } from '../../domain/token.ts';
import { findPerson } from '../../store/postgres/memberships.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findSession, touchSession } from '../../store/postgres/sessions.ts';
import { findToken, touchToken } from '../../store/postgres/tokens.ts';
import type { SessionTokens } from './session-token.ts';

/** `expiresAt` in milliseconds since 1970. */
export interface Resolved {
  actor: UserActor;
  expiresAt: number;
}

const invalid = () => new DomainError('invalid_credentials', 'the credential is not valid');
const revoked = () => new DomainError('token_revoked', 'the credential has been revoked');
const expired = () => new DomainError('token_expired', 'the credential has expired');

/** @throws DomainError `invalid_credentials`, `token_expired`, `token_revoked` */
export function resolveCredential(
  pool: Pool,
  sessions: SessionTokens,
  credential: string,
): Promise<Resolved> {
  return isToken(credential) ? resolveToken(pool, credential) : resolveSession(pool, sessions, credential);
}

async function resolveToken(pool: Pool, credential: string): Promise<Resolved> {
  const token = isWellFormedToken(credential) ? await findToken(pool, sha256Hex(credential)) : null;
  if (!token) throw invalid();
  if (token.revokedAt !== null) throw revoked();
  const expiresAt = token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (expiresAt <= Date.now()) throw expired();
  // whoever vouched for it, or what it was for, is gone
  if (token.exchangedIn !== null && token.packageIds.length === 0) throw revoked();
  const person = await getPerson(pool, token.userId, token.scopes);
  if (token.isUseDue) await touchToken(pool, token.id);
  const actor: UserActor = {
    ...person,
    credential: 'token',
    tokenKind: token.kind,
    tokenId: token.id,
    ...(token.repositoryId === null ? {} : { boundRepositoryId: token.repositoryId }),
    ...(token.packageIds.length === 0 ? {} : { boundPackageIds: new Set(token.packageIds) }),
    ...(token.exchangedIn === null ? {} : { exchangedIn: token.exchangedIn }),
  };
  return { actor, expiresAt };
}

async function resolveSession(pool: Pool, sessions: SessionTokens, credential: string): Promise<Resolved> {
  const claims = await sessions.verify(credential);
  const session = await findSession(pool, claims.sid);
  if (!session || session.userId !== claims.sub) throw invalid();
  if (session.revokedAt !== null) throw revoked();
  if (session.expiresAt.getTime() <= Date.now()) throw expired();
  const person = await getPerson(pool, claims.sub, claims.scopes);
  await touchSession(pool, claims.sid);
  const expiresAt = Math.min(claims.exp * 1000, session.expiresAt.getTime());
  return { actor: { ...person, credential: 'session', sessionId: claims.sid }, expiresAt };
}

/** Rights are those of now: a demoted administrator's old credentials are demoted with them. */
async function getPerson(pool: Pool, userId: string, scopes: readonly Scope[]) {
  const person = await findPerson(pool, userId);
  if (!person?.isActive) throw invalid();
  const grantable = new Set(grantableScopes(person.isAdmin));
  return {
    kind: 'user' as const,
    userId,
    username: person.username,
    isAdmin: person.isAdmin,
    scopes: new Set(scopes.filter((scope) => grantable.has(scope))),
    memberships: new Map(Object.entries(person.memberships)),
  };
}
