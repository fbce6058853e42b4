import { type Actor, type Performer, requireBinding, requireScope, requireUser } from '../../domain/actor.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { findPasswordProblem } from '../../domain/password.ts';
import { Email } from '../../domain/username.ts';
import type { Profile, ProfileChanges } from '../../ecosystems/accounts.ts';
import { writeAudit } from '../../store/postgres/audit.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { revokeSessions } from '../../store/postgres/sessions.ts';
import { findUser, setPassword, updateProfile } from '../../store/postgres/users.ts';
import { checkPassword } from './login.ts';
import { hashPassword } from './password-hash.ts';

const maxNameLength = 200;

/** @throws DomainError `unauthenticated` */
export async function getProfile(pool: Pool, actor: Actor): Promise<Profile> {
  const { userId } = requireUser(actor);
  const user = await findUser(pool, userId);
  if (!user) throw notFound('user');
  const { username, email, displayName, createdAt, updatedAt } = user;
  return { username, email, displayName, createdAt, updatedAt };
}

/**
 * A new password ends every session of the account.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `validation_failed`, `duplicate`, `invalid_credentials`
 */
export async function changeProfile(
  pool: Pool,
  actor: Actor,
  changes: ProfileChanges,
  performer: Performer,
): Promise<Profile> {
  const user = requireScope(actor, 'profile:write');
  requireBinding(user, {});
  const { userId } = user;
  assertFit(changes);
  const passwordHash = await preparePassword(pool, await getProfile(pool, actor), changes, performer);
  await pool.transaction(async (tx) => {
    const isFree = await updateProfile(tx, userId, changes);
    if (!isFree) throw new DomainError('duplicate', 'the e-mail address is already registered');
    if (changes.email !== undefined || changes.displayName !== undefined) {
      await writeAudit(tx, { action: 'user_update', performer, targetUserId: userId });
    }
    if (passwordHash === null) return;
    await setPassword(tx, userId, passwordHash);
    const sessions = await revokeSessions(tx, userId, null);
    const metadata = { sessions };
    await writeAudit(tx, { action: 'user_password_change', performer, targetUserId: userId, metadata });
  });
  return getProfile(pool, actor);
}

function assertFit({ email, displayName }: ProfileChanges): void {
  if (email !== undefined && !Email.safeParse(email).success) {
    throw invalid('email', 'the e-mail address is not valid');
  }
  if ((displayName?.length ?? 0) > maxNameLength) {
    throw invalid('display_name', `the name has more than ${maxNameLength} characters`);
  }
}

/** Null when the password stays. */
async function preparePassword(
  pool: Pool,
  { username, email }: Profile,
  { password }: ProfileChanges,
  performer: Performer,
): Promise<string | null> {
  if (password === undefined) return null;
  await checkPassword(pool, { usernameOrEmail: username, password: password.old }, performer);
  const problem = findPasswordProblem(password.new, { username, email });
  if (problem) throw invalid(problem.path, `the password ${problem.message}`);
  return hashPassword(password.new);
}

function invalid(path: string, detail: string): DomainError {
  return new DomainError('validation_failed', detail, {
    errors: [{ path, code: 'invalid', message: detail }],
  });
}
