import { inputLimits } from '../../domain/limits/inputs.ts';
import type { Actor, Performer, UserActor } from '../../domain/actor.ts';
import { requireRecentLogin } from '../../domain/actor.ts';
import { authorizeOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { Email, emailKey } from '../../domain/username.ts';
import type { ProfileChanges } from '../../ecosystems/context/accounts.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { setPendingAddress } from '../../store/postgres/identity/addresses.ts';
import { insertMail } from '../../store/postgres/mails/mails.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findUser, updateProfile, type UserRow } from '../../store/postgres/identity/users.ts';
import { preparePasswordChange } from './change-password.ts';
import type { Configured, Platform } from '../platform.ts';

const maxNameLength = inputLimits['display name'].characters;

/** The caller's stored account. @throws DomainError `unauthenticated` */
export async function getAccount({ pool }: Pick<Platform, 'pool'>, actor: Actor): Promise<UserRow> {
  // not allowed for a bound token: the answer contains the user's address
  const { userId } = authorizeOwn(actor, 'read_account');
  const user = await findUser(pool, userId);
  if (!user) throw notFound('user');
  return user;
}

/**
 * Changes the account. Another address needs a recent log-in, or the password in the same request. A new password ends
 * every session and every API token of the account.
 * @throws DomainError `unauthenticated`, `login_required`, `insufficient_scope`, `forbidden`, `validation_failed`,
 * `duplicate`, `invalid_credentials`, `rate_limited`
 */
export async function changeProfile(
  platform: Pick<Platform, 'consumeLimit' | 'pool' | 'passwords' | 'throttle'> & Configured<'auth' | 'mail'>,
  caller: Caller,
  changes: ProfileChanges,
): Promise<UserRow> {
  const user = authorizeOwn(caller.actor, 'edit_account');
  const { userId } = user;
  const performer = performedBy(caller);
  assertFit(changes);
  if (changes.email !== undefined && changes.password === undefined) {
    requireRecentLogin(user, platform.config.auth.recentLoginSeconds);
  }
  const changePassword = await preparePassword(platform, user, changes, performer);
  if (platform.config.mail !== null && changes.email !== undefined) {
    await platform.consumeLimit('send_mail', userId);
    await platform.consumeLimit('send_mail', sha256Hex(emailKey(changes.email)));
  }
  await platform.pool.transaction(async (tx) => {
    const isFree = await saveChanges(platform, tx, userId, changes);
    if (!isFree) throw new DomainError('duplicate', 'the e-mail address is already registered');
    if (changes.email !== undefined || changes.displayName !== undefined) {
      await writeAudit(tx, { action: 'user_update', performer, targetUserId: userId });
    }
    await changePassword?.(tx);
  });
  return getAccount(platform, user);
}

/**
 * Saves changes. With a mailer, a new address waits for its confirmation. False when another account has the address.
 */
async function saveChanges(
  {
    config,
  }: Pick<Platform, 'consumeLimit' | 'pool' | 'passwords' | 'throttle'> & Configured<'auth' | 'mail'>,
  tx: Transaction,
  userId: string,
  { email, displayName }: ProfileChanges,
): Promise<boolean> {
  if (config.mail === null || email === undefined) return updateProfile(tx, userId, { email, displayName });
  await setPendingAddress(tx, userId, email);
  await insertMail(tx, { kind: 'email_verification', userId });
  return updateProfile(tx, userId, { displayName });
}

function assertFit({ email, displayName }: ProfileChanges): void {
  if (email !== undefined && !Email.safeParse(email).success) {
    throw invalid('email', 'the e-mail address is not valid');
  }
  if ((displayName?.length ?? 0) > maxNameLength) {
    throw invalid('display_name', `the name has more than ${maxNameLength} characters`);
  }
}

/** Null without a new password. Clients of protocols can't choose: all earlier credentials end. */
async function preparePassword(
  platform: Pick<Platform, 'pool' | 'passwords' | 'throttle'>,
  { userId }: UserActor,
  { password }: ProfileChanges,
  performer: Performer,
): Promise<((tx: Transaction) => Promise<void>) | null> {
  if (password === undefined) return null;
  const { old: current, new: next } = password;
  const change = { userId, current, next, sessions: 'all', revokesTokens: true } as const;
  return preparePasswordChange(platform, change, performer);
}

function invalid(path: string, detail: string): DomainError {
  return new DomainError('validation_failed', detail, {
    errors: [{ path, code: 'invalid', message: detail }],
  });
}
