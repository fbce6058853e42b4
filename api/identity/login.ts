import type { Config } from '../../config/config.ts';
import type { Origin } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { writeAudit } from '../../store/postgres/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { insertSession } from '../../store/postgres/sessions.ts';
import { findLogin } from '../../store/postgres/users.ts';
import { unmatchableHash, verifyPassword } from './password-hash.ts';
import type { SessionTokens } from './session-token.ts';

export interface LoginDeps {
  pool: Pool;
  config: Config;
  sessions: SessionTokens;
}

export interface Login {
  token: string;
  expiresIn: number;
  sessionId: string;
}

export interface Credentials {
  usernameOrEmail: string;
  password: string;
}

/**
 * Whose password this is. Unknown names, wrong passwords and deactivated accounts fail alike, in words and in
 * work. @throws DomainError `invalid_credentials`
 */
export async function checkPassword(
  pool: Pool,
  credentials: Credentials,
  origin: Origin,
): Promise<{ id: string; isAdmin: boolean }> {
  const user = await findLogin(pool, credentials.usernameOrEmail);
  const isMatch = await verifyPassword(credentials.password, user?.passwordHash ?? unmatchableHash);
  if (!user?.isActive || !isMatch) {
    await writeAudit(pool, {
      action: 'user_login_failed',
      performer: { userId: null, tokenId: null, ...origin },
      ...(user ? { targetUserId: user.id } : {}),
    });
    throw new DomainError('invalid_credentials', 'the name or the password is wrong');
  }
  return user;
}

/** Opens a session. @throws DomainError `invalid_credentials` */
export async function logIn(
  { pool, config, sessions }: LoginDeps,
  credentials: Credentials,
  origin: Origin,
): Promise<Login> {
  const user = await checkPassword(pool, credentials, origin);
  const expiresIn = config.auth.sessionTtlSeconds;
  const session = {
    id: newId(),
    userId: user.id,
    expiresAt: new Date(Date.now() + expiresIn * 1000),
    ...origin,
  };
  await pool.transaction(async (tx) => {
    await insertSession(tx, session);
    await writeAudit(tx, {
      action: 'user_login',
      performer: { userId: user.id, tokenId: null, ...origin },
      targetUserId: user.id,
      metadata: { session_id: session.id },
    });
  });
  const token = await sessions.sign({ ...session, scopes: grantableScopes(user.isAdmin) });
  return { token, expiresIn, sessionId: session.id };
}
