import { anonymous, type Origin, performer } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { aboutInput, DomainError, mfaRequired } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findLogin, replacePasswordHash } from '../../store/postgres/identity/users.ts';
import { type Login, openSession } from './open-session.ts';
import { startChallenge } from './second-factor/challenge.ts';
import { checkCode } from './second-factor/check.ts';
import type { Configured, Platform } from '../platform.ts';

export interface Credentials {
  usernameOrEmail: string;
  password: string;
  /** The id of a logged-in user who confirms the password. */
  confirms?: string;
}

/**
 * Returns the owner of a password. All log-ins compare passwords here. Unknown names, wrong passwords and deactivated
 * accounts fail with the same error and the same cost. A hash with weaker parameters than the current ones is renewed.
 * @throws DomainError `invalid_credentials`, `rate_limited`, `overloaded`
 */
export async function checkPassword(
  { pool, passwords, throttle }: Pick<Platform, 'pool' | 'passwords' | 'throttle'>,
  credentials: Credentials,
  origin: Origin,
): Promise<{ id: string; isAdmin: boolean; mfaEnabled: boolean }> {
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

/**
 * Checks the password, and in the same step the code of an account with a second factor. Counts as a log-in of the
 * `auth` tier. @throws DomainError as {@link checkPassword}, `mfa_required`
 */
export async function checkPerson(
  platform: Pick<Platform, 'pool' | 'passwords' | 'throttle' | 'loginLimit'> & Configured<'secrets'>,
  { code, ...credentials }: Credentials & { code: string | undefined },
  origin: Origin,
): Promise<{ id: string; isAdmin: boolean }> {
  await platform.loginLimit?.(origin);
  const { mfaEnabled, ...person } = await checkPassword(platform, credentials, origin);
  if (mfaEnabled && code === undefined) throw aboutInput('code', mfaRequired());
  if (mfaEnabled) await checkCode(platform, { userId: person.id, code: code ?? '' }, origin);
  return person;
}

/** A log-in that still needs a code. */
export interface PendingLogin {
  challenge: { token: string; expiresIn: number };
}

/** Opens a session, or asks for the second factor. @throws DomainError `invalid_credentials`, `rate_limited` */
export async function logIn(
  platform: Pick<Platform, 'pool' | 'passwords' | 'throttle' | 'authenticator'> & Configured<'auth'>,
  { origin }: Caller,
  credentials: Credentials,
): Promise<Login | PendingLogin> {
  const user = await checkPassword(platform, credentials, origin);
  if (user.mfaEnabled) return { challenge: await startChallenge(platform, user.id) };
  return openSession(platform, user, origin);
}
