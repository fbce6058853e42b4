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

/** A session that pages go on with. */
export interface PageSession {
  actor: UserActor & { sessionId: string };
}

/** How often a session in use is given more time: each extension is a write. */
const extendEveryMs = 60_000;
const extendedBytes = 1024 * 1024;

/** Cookies of pages: each refers to a session of the person, and is invalid on every other surface. */
export function createPageSessions(platform: Pick<Platform, 'authenticator' | 'pool'>) {
  const { authenticator, pool } = platform;
  const extended = createBoundedCache<number>({ maxBytes: extendedBytes, ttlMs: extendEveryMs });
  return {
    /** The value of the cookie for a log-in. The session ends before it where nothing uses it. */
    sign({ sessionId, userId }: Pick<Login, 'sessionId' | 'userId'>): Promise<string> {
      const expiresAt = new Date(Date.now() + lifeSeconds * 1_000);
      return authenticator.sessions.signPage({ id: sessionId, userId, expiresAt });
    },

    /**
     * The person behind a cookie; use keeps the session alive. Null for a cookie whose session is over.
     */
    async resume(cookie: string): Promise<PageSession | null> {
      try {
        const { sub: userId, sid: sessionId } = await authenticator.sessions.verifyPage(cookie);
        // scopes of an administrator are cut to those that the person may have now
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
 * The person of a session gives the password again, and the code where the account has a second factor: the log-in
 * is recent again. @throws DomainError `unauthenticated`, `invalid_credentials`, `mfa_required`, `rate_limited`
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
