import type { UserActor } from '../../domain/actor.ts';
import { as, type Caller, type KnownCaller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { confirmSession, extendSession } from '../../store/postgres/identity/sessions.ts';
import type { Configured, Platform } from '../platform.ts';
import { checkPerson } from './login.ts';
import { idleSeconds, lifeSeconds, type Login } from './open-session.ts';

/** A session that pages continue. */
export interface PageSession {
  actor: UserActor & { sessionId: string };
}

/** The shortest time between two extensions of a session in use: each extension is a write. */
const extendEveryMs = 60_000;
const extendedBytes = 1024 * 1024;

/** Cookies of pages: each refers to a session of the user, and is invalid on every other surface. */
export function createPageSessions(platform: Pick<Platform, 'authenticator' | 'pool'>) {
  const { authenticator, pool } = platform;
  const extended = createBoundedCache<number>({ maxBytes: extendedBytes, ttlMs: extendEveryMs });
  return {
    /** Returns the value of the cookie for a log-in. The session ends earlier when it is not used. */
    sign({ sessionId, userId }: Pick<Login, 'sessionId' | 'userId'>): Promise<string> {
      const expiresAt = new Date(Date.now() + lifeSeconds * 1_000);
      return authenticator.sessions.signPage({ id: sessionId, userId, expiresAt });
    },

    /** Returns the user of a cookie, and extends the session. Null when the session has ended. */
    async resume(cookie: string): Promise<PageSession | null> {
      try {
        const { sub: userId, sid: sessionId } = await authenticator.sessions.verifyPage(cookie);
        // an administrator's scopes, reduced to those that the user may have now
        const ref = { userId, sessionId, scopes: [...grantableScopes(true)] };
        const actor = await authenticator.actorOf(ref);
        if (!extended.get(sessionId)) {
          extended.set(sessionId, 1);
          await extendSession(pool, sessionId, { idleSeconds, lifeSeconds });
        }
        return { actor: { ...actor, sessionId } };
      } catch (error) {
        if (error instanceof DomainError && error.status === 401) return null;
        throw error;
      }
    },
  };
}

/**
 * Renews the log-in of a session with the password, and the code of an account with a second factor: it then counts as
 * recent. @throws DomainError `unauthenticated`, `invalid_credentials`, `mfa_required`, `rate_limited`
 */
export async function renewLogin(
  platform: Pick<Platform, 'pool' | 'passwords' | 'throttle' | 'loginLimit' | 'announce'> &
    Configured<'secrets'>,
  caller: Caller,
  { password, code }: { password: string; code?: string | undefined },
): Promise<KnownCaller> {
  const { actor, origin } = caller;
  if (actor.kind !== 'user' || actor.sessionId === undefined) {
    throw new DomainError('unauthenticated', 'log in first');
  }
  const { sessionId, userId, username } = actor;
  await checkPerson(platform, { usernameOrEmail: username, password, confirms: userId, code }, origin);
  await platform.pool.transaction(async (tx) => {
    await confirmSession(tx, sessionId);
    await writeAudit(tx, {
      action: 'user_login',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { session_id: sessionId, renewed: true },
    });
  });
  platform.announce({ kind: 'session', id: sessionId });
  return as(caller, { ...actor, authenticatedAt: Date.now() });
}
