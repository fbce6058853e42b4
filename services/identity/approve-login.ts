import { requireRecentLogin } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { unauthenticated } from '../../domain/errors.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import type { Configured, Platform } from '../platform.ts';

/**
 * Approves a waiting client, with the user's password.
 * @throws DomainError `not_found` for a log-in that has ended, `invalid_credentials`, `mfa_required`, `rate_limited`,
 * `forbidden`
 */
export async function approveLogin(
  { accounts, browserLogins }: Pick<Platform, 'browserLogins'> & { accounts: Pick<Accounts, 'logIn'> },
  caller: Caller,
  { pageId, username, password, code }: { pageId: string; username: string; password: string; code?: string },
): Promise<void> {
  const { actor, origin } = await accounts.logIn(caller, username, password, code);
  await browserLogins.approve(pageId, { userId: actor.userId, origin });
}

/**
 * Approves a waiting client in a session with a recent log-in: the client's token outlives the session.
 * @throws DomainError `unauthenticated`, `login_required`; `not_found` and `forbidden` as {@link approveLogin}
 */
export async function approveLoginInSession(
  { browserLogins, config }: Pick<Platform, 'browserLogins'> & Configured<'auth'>,
  { actor, origin }: Caller,
  pageId: string,
): Promise<void> {
  if (actor.kind !== 'user') throw unauthenticated();
  requireRecentLogin(actor, config.auth.recentLoginSeconds);
  await browserLogins.approve(pageId, { userId: actor.userId, origin });
}
