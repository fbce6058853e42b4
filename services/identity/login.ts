import { anonymous, inPerson, type Origin, performer } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { findLogin, replacePasswordHash } from '../../store/postgres/identity/users.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './password-hash.ts';
import type { SessionTokens } from './session-token.ts';

export interface PasswordDeps {
  pool: Pool;
  passwords: Passwords;
  throttle: LoginThrottle;
}

export interface LoginDeps extends PasswordDeps {
  config: { readonly auth: { readonly sessionTtlSeconds: number } };
  authenticator: { readonly sessions: SessionTokens };
}

export interface Login {
  token: string;
  expiresIn: number;
  sessionId: string;
}

export interface Credentials {
  usernameOrEmail: string;
  password: string;
  /** Of the person who is logged in already and gives the password once more. */
  confirms?: string;
}

/**
 * Whose password this is: the one place where passwords are compared, whichever way in somebody takes. Unknown names,
 * wrong passwords and deactivated accounts fail alike, in words and in work. A hash that is weaker than asked for now is
 * made again. @throws DomainError `invalid_credentials`, `rate_limited`, `overloaded`
 */
export async function checkPassword(
  { pool, passwords, throttle }: PasswordDeps,
  credentials: Credentials,
  origin: Origin,
): Promise<{ id: string; isAdmin: boolean }> {
  const { usernameOrEmail: account, confirms } = credentials;
  const attempt = { account, address: origin.ipAddress, ...(confirms === undefined ? {} : { confirms }) };
  await throttle.begin(attempt);
  const user = await findLogin(pool, credentials.usernameOrEmail);
  const isMatch = await passwords.verify(credentials.password, user?.passwordHash ?? null);
  if (!user?.isActive || !isMatch) {
    await writeAudit(pool, {
      action: 'user_login_failed',
      performer: performer(anonymous, origin),
      ...(user ? { targetUserId: user.id } : {}),
    });
    throw new DomainError('invalid_credentials', 'the name or the password is wrong');
  }
  await throttle.succeed(attempt);
  if (passwords.isOutdated(user.passwordHash)) {
    const made = await passwords.hash(credentials.password);
    await replacePasswordHash(pool, user.id, { from: user.passwordHash, to: made });
  }
  return user;
}

/** Opens a session. @throws DomainError `invalid_credentials`, `rate_limited` */
export async function logIn(deps: LoginDeps, { origin }: Caller, credentials: Credentials): Promise<Login> {
  const { pool, config, authenticator } = deps;
  const user = await checkPassword(deps, credentials, origin);
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
      performer: inPerson(user.id, origin),
      targetUserId: user.id,
      metadata: { session_id: session.id },
    });
  });
  const token = await authenticator.sessions.sign({ ...session, scopes: grantableScopes(user.isAdmin) });
  return { token, expiresIn, sessionId: session.id };
}
