import type { Performer } from '../../domain/actor.ts';
import { DomainError, unauthenticated } from '../../domain/errors.ts';
import { findPasswordProblem } from '../../domain/password.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { revokeSessions, type SessionChoice } from '../../store/postgres/identity/sessions.ts';
import { revokeAllTokens } from '../../store/postgres/identity/tokens.ts';
import { findUser, setPassword } from '../../store/postgres/identity/users.ts';
import { checkPassword, type PasswordDeps } from './login.ts';

export interface PasswordChange {
  userId: string;
  current: string;
  next: string;
  /** What ends with the old password. */
  sessions: SessionChoice;
  revokesTokens: boolean;
}

/**
 * Checks both passwords; what it returns does the change in a transaction of the caller.
 * @throws DomainError `unauthenticated`, `invalid_credentials`, `validation_failed`, `rate_limited`, `overloaded`
 */
export async function preparePasswordChange(
  deps: PasswordDeps,
  change: PasswordChange,
  performer: Performer,
): Promise<(tx: Transaction) => Promise<void>> {
  const { pool, passwords } = deps;
  const { userId, current, next } = change;
  const user = await findUser(pool, userId);
  if (!user) throw unauthenticated();
  const credentials = { usernameOrEmail: user.username, password: current, confirms: userId };
  await checkPassword(deps, credentials, performer);
  const problem = findPasswordProblem(next, user);
  if (problem) {
    throw new DomainError('validation_failed', `the password ${problem.message}`, { errors: [problem] });
  }
  const passwordHash = await passwords.hash(next);
  return async (tx) => {
    await setPassword(tx, userId, passwordHash);
    const sessions = await revokeSessions(tx, userId, change.sessions);
    // whoever changes a password fears that somebody else had it, and made tokens with it
    const tokens = change.revokesTokens ? await revokeAllTokens(tx, userId) : 0;
    const metadata = { sessions, tokens };
    await writeAudit(tx, { action: 'user_password_change', performer, targetUserId: userId, metadata });
  };
}
