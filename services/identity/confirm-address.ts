import { authorizeReadingOwn } from '../../domain/authorize.ts';
import { inPerson, requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError, loginRequired } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { confirmAddress, findAddresses } from '../../store/postgres/identity/addresses.ts';
import { deleteLinks, findLink, takeLink } from '../../store/postgres/mails/links.ts';
import { insertMail } from '../../store/postgres/mails/mails.ts';
import { notifyPerson } from '../../store/postgres/mails/notices.ts';
import { requireMailer } from './require-mailer.ts';
import type { Configured, Platform } from '../platform.ts';

/**
 * Sends a link to the unconfirmed address; sends nothing without such an address.
 * @throws DomainError `not_found` without a mailer, `unauthenticated`, `login_required` for API tokens, `rate_limited`
 */
export async function sendVerification(
  platform: Pick<Platform, 'pool' | 'consumeLimit' | 'announce'> & Configured<'mail' | 'auth'>,
  caller: Caller,
): Promise<void> {
  requireMailer(platform.config);
  const { userId, sessionId } = requireUser(caller.actor);
  if (sessionId === undefined) throw loginRequired(platform.config.auth.recentLoginSeconds);
  authorizeReadingOwn(caller.actor, 'read_account');
  await platform.consumeLimit('send_mail', userId);
  await insertMail(platform.pool, { kind: 'email_verification', userId });
}

/**
 * Confirms an address: the holder of the link reads its mails, so no other proof is needed.
 * @throws DomainError `not_found` without a mailer, `invalid_credentials` for an expired or used link,
 * `duplicate` if another account has confirmed the address in the meantime
 */
export async function confirmAddressByLink(
  {
    pool,
    config,
    announce,
  }: Pick<Platform, 'pool' | 'consumeLimit' | 'announce'> & Configured<'mail' | 'auth'>,
  { origin }: Caller,
  token: string,
): Promise<void> {
  requireMailer(config);
  const hash = sha256Hex(token);
  const userId = await pool.transaction(async (tx) => {
    const link = await takeLink(tx, hash, 'verify_email');
    const before = link && (await findAddresses(tx, link.userId));
    // the address was replaced meanwhile
    if (!link || !before || ![before.pendingEmail, before.email].includes(link.address)) throw linkIsOver();
    if (!(await confirmAddress(tx, link.userId, link.address))) {
      throw new DomainError('duplicate', 'the e-mail address belongs to another account');
    }
    // a link to the earlier address must not change the password
    await deleteLinks(tx, link.userId, 'reset_password');
    await writeAudit(tx, {
      action: 'user_update',
      performer: inPerson(link.userId, origin),
      targetUserId: link.userId,
      metadata: { changed: 'email_verified' },
    });
    if (before.isVerified && before.email !== link.address) {
      const facts = { address: link.address };
      await notifyPerson(tx, link.userId, { kind: 'email_changed', facts, address: before.email });
    }
    return link.userId;
  });
  announce({ kind: 'user', id: userId });
}

/** Whether the link is valid, so that its page has an action. */
export async function isLinkAlive(
  { pool }: Pick<Platform, 'pool'>,
  token: string,
  purpose: 'verify_email' | 'reset_password',
): Promise<boolean> {
  return (await findLink(pool, sha256Hex(token), purpose)) !== null;
}

export function linkIsOver(): DomainError {
  return new DomainError('invalid_credentials', 'the link is unknown, used or too old: ask for another');
}
