import { type Performer, requireUser } from '../../domain/actor.ts';
import { authorizeReadingOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, loginRequired, unauthenticated } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { revokeSessions, type SessionChoice } from '../../store/postgres/identity/sessions.ts';
import { revokeAllTokens } from '../../store/postgres/identity/tokens.ts';
import { findUser, setPassword } from '../../store/postgres/identity/users.ts';
import { assertFitPassword } from './fit-password.ts';
import { checkPassword } from './login.ts';
import type { Configured, Platform } from '../platform.ts';

export interface PasswordChange {
  userId: string;
  current: string;
  next: string;
  /** The sessions that end with the change. */
  sessions: SessionChoice;
  revokesTokens: boolean;
}

/**
 * Changes the password from a session, which stays valid.
 * @throws DomainError `unauthenticated`, `login_required` for API tokens, and as {@link preparePasswordChange}
 */
export async function changePassword(
  platform: Pick<Platform, 'announce' | 'pool' | 'passwords' | 'throttle'> & Configured<'auth'>,
  caller: Caller,
  change: Pick<PasswordChange, 'current' | 'next' | 'revokesTokens'>,
): Promise<void> {
  const { userId, sessionId } = requireUser(caller.actor);
  if (sessionId === undefined) throw loginRequired(platform.config.auth.recentLoginSeconds);
  authorizeReadingOwn(caller.actor, 'change_password');
  const sessions = { but: sessionId };
  const apply = await preparePasswordChange(platform, { ...change, userId, sessions }, performedBy(caller));
  await platform.pool.transaction(apply);
  platform.announce({ kind: 'user', id: userId });
}

/**
 * Checks both passwords; the returned function makes the change in the caller's transaction.
 * @throws DomainError `unauthenticated`, `invalid_credentials`, `validation_failed`, `rate_limited`, `overloaded`
 */
export async function preparePasswordChange(
  platform: Pick<Platform, 'pool' | 'passwords' | 'throttle'>,
  change: PasswordChange,
  performer: Performer,
): Promise<(tx: Transaction) => Promise<void>> {
  const { pool, passwords } = platform;
  const { userId, current, next } = change;
  const user = await findUser(pool, userId);
  if (!user) throw unauthenticated();
  const credentials = { usernameOrEmail: user.username, password: current, confirms: userId };
  await assertCurrent(checkPassword(platform, credentials, performer));
  assertFitPassword(next, user, 'new_password');
  const passwordHash = await passwords.hash(next);
  return async (tx) => {
    await setPassword(tx, userId, passwordHash);
    const sessions = await revokeSessions(tx, userId, change.sessions);
    // others may know the old password, and may have created tokens with it
    const tokens = change.revokesTokens ? await revokeAllTokens(tx, userId) : 0;
    const metadata = { sessions, tokens };
    await writeAudit(tx, { action: 'password_change', performer, targetUserId: userId, metadata });
  };
}

/**
 * The name is that of the account: only the password can be wrong.
 * @throws DomainError `invalid_credentials`, `rate_limited`, `overloaded`
 */
async function assertCurrent(checking: Promise<unknown>): Promise<void> {
  try {
    await checking;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.code === 'invalid_credentials';
    throw isWrong ? aboutInput('current_password', error, 'the password is wrong') : error;
  }
}
