import type { Origin } from '../../domain/actor.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { newId } from '../../store/postgres/ids.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { noteLogin } from './note-login.ts';
import type { Configured, Platform } from '../platform.ts';

/** A session without a refresh ends after this time. */
export const idleSeconds = 24 * 3_600;
/** A session ends so long after its log-in, even when it is refreshed. */
export const lifeSeconds = 30 * 86_400;

export interface Login {
  token: string;
  expiresIn: number;
  sessionId: string;
  userId: string;
}

/**
 * Opens a session for a user who has just authenticated. The credential expires before the session, which can renew
 * it.
 */
export async function openSession(
  { pool, config, authenticator }: Pick<Platform, 'pool' | 'authenticator'> & Configured<'auth'>,
  user: { id: string; isAdmin: boolean },
  origin: Origin,
): Promise<Login> {
  const expiresIn = config.auth.sessionTtlSeconds;
  const endsAt = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const session = { id: newId(), userId: user.id, ...origin };
  await pool.transaction(async (tx) => {
    await insertSession(tx, { ...session, expiresAt: endsAt(Math.max(idleSeconds, expiresIn)) });
    await noteLogin(tx, user.id, origin, { session_id: session.id });
  });
  const token = await authenticator.sessions.sign({
    ...session,
    scopes: grantableScopes(user.isAdmin),
    expiresAt: endsAt(expiresIn),
  });
  return { token, expiresIn, sessionId: session.id, userId: user.id };
}
