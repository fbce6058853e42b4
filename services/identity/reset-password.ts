import { inPerson } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { emailKey } from '../../domain/username.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { markAddressRead } from '../../store/postgres/identity/addresses.ts';
import { revokeSessions } from '../../store/postgres/identity/sessions.ts';
import { revokeAllTokens } from '../../store/postgres/identity/tokens.ts';
import { findUser, setPassword } from '../../store/postgres/identity/users.ts';
import { findLink, takeLink } from '../../store/postgres/mails/links.ts';
import { insertMail } from '../../store/postgres/mails/mails.ts';
import { linkIsOver } from './confirm-address.ts';
import { assertFitPassword } from './fit-password.ts';
import { requireMailer } from './require-mailer.ts';
import type { Configured, Platform } from '../platform.ts';

/**
 * Sends a link to the address, if an account has it. The worker looks the account up, so that the answer does not
 * reveal it. Requests above the limit send nothing, with the same answer. @throws DomainError `not_found` without a
 * mailer
 */
export async function sendPasswordReset(
  {
    pool,
    consumeLimit,
    config,
  }: Pick<Platform, 'pool' | 'consumeLimit' | 'announce'> & Configured<'mail' | 'auth'>,
  address: string,
): Promise<void> {
  requireMailer(config);
  try {
    await consumeLimit('send_mail', sha256Hex(emailKey(address)));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return;
    throw error;
  }
  await insertMail(pool, { kind: 'password_reset', userId: null, address });
}

/**
 * Sets a new password for the reader of the account's mails. Sessions and tokens end; a second factor stays.
 * @throws DomainError `not_found` without a mailer, `invalid_credentials` for an invalid link, `validation_failed`
 */
export async function resetPassword(
  {
    pool,
    config,
    passwords,
    announce,
  }: Pick<Platform, 'pool' | 'consumeLimit' | 'announce' | 'passwords'> & Configured<'mail' | 'auth'>,
  { origin }: Caller,
  { token, next }: { token: string; next: string },
): Promise<void> {
  requireMailer(config);
  const hash = sha256Hex(token);
  const found = await findLink(pool, hash, 'reset_password');
  const user = found && (await findUser(pool, found.userId));
  if (!user) throw linkIsOver();
  assertFitPassword(next, user, 'new_password');
  const passwordHash = await passwords.hash(next);
  await pool.transaction(async (tx) => {
    // the second of two concurrent requests finds the link used
    const link = await takeLink(tx, hash, 'reset_password');
    if (!link) throw linkIsOver();
    const { userId } = link;
    await setPassword(tx, userId, passwordHash);
    await markAddressRead(tx, userId, link.address);
    const metadata = {
      sessions: await revokeSessions(tx, userId, 'all'),
      tokens: await revokeAllTokens(tx, userId),
    };
    const performer = inPerson(userId, origin);
    await writeAudit(tx, { action: 'password_reset', performer, targetUserId: userId, metadata });
  });
  announce({ kind: 'user', id: user.id });
}
