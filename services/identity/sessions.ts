import { validate as isUuid } from 'uuid';
import type { UserActor } from '../../domain/actor.ts';
import { authorizeReadingOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { loginRequired, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  extendSession,
  type ListedSession,
  listSessions,
  revokeSession,
} from '../../store/postgres/identity/sessions.ts';
import { idleSeconds, lifeSeconds } from './open-session.ts';
import type { Configured, Platform } from '../platform.ts';

/** Live sessions, with the current one marked. @throws DomainError `unauthenticated`, `login_required` */
export async function listOwnSessions(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  window: Window,
): Promise<readonly (ListedSession & { isCurrent: boolean })[]> {
  const { userId, sessionId } = requireSession(platform, caller);
  const sessions = await listSessions(platform.pool, userId, window);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** @throws DomainError `unauthenticated`, `login_required`, `not_found` */
export async function revokeOwnSession(
  platform: Pick<Platform, 'pool' | 'announce'> & Configured<'auth'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const { userId } = requireSession(platform, caller);
  if (!isUuid(id)) throw notFound('session');
  await platform.pool.transaction(async (tx) => {
    if (!(await revokeSession(tx, userId, id))) throw notFound('session');
    await writeAudit(tx, {
      action: 'session_revoke',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { session_id: id },
    });
  });
  platform.announce({ kind: 'session', id });
}

/**
 * Issues a new credential of the same session, which does not outlive the session.
 * @throws DomainError `unauthenticated`, `login_required`, `token_revoked`
 */
export async function refreshSession(
  platform: Pick<Platform, 'authenticator' | 'pool'> & Configured<'auth'>,
  caller: Caller,
): Promise<{ token: string; expiresIn: number }> {
  const { userId, sessionId, isAdmin } = requireSession(platform, caller);
  const end = await extendSession(platform.pool, sessionId, { idleSeconds, lifeSeconds });
  // the session ended during the request
  if (end === null) throw notFound('session');
  const left = Math.floor((end.getTime() - Date.now()) / 1_000);
  const expiresIn = Math.min(platform.config.auth.sessionTtlSeconds, left);
  const expiresAt = new Date(Date.now() + expiresIn * 1_000);
  const scopes = grantableScopes(isAdmin);
  const token = await platform.authenticator.sessions.sign({ id: sessionId, userId, scopes, expiresAt });
  return { token, expiresIn };
}

/** The user, in a session. @throws DomainError `unauthenticated`, `login_required` */
export function requireSession(
  { config }: Pick<Platform, 'pool'> & Configured<'auth'>,
  { actor }: Caller,
): UserActor & { sessionId: string } {
  const user = authorizeReadingOwn(actor, 'read_account');
  const { sessionId } = user;
  if (sessionId === undefined) throw loginRequired(config.auth.recentLoginSeconds);
  return { ...user, sessionId };
}
