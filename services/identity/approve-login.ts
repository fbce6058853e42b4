import type { Caller } from '../../domain/caller.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import type { Platform } from '../platform.ts';

/**
 * A person says yes to a client that waits, with their password.
 * @throws DomainError `not_found` for a log-in that is over, `invalid_credentials`, `mfa_required`, `rate_limited`, `forbidden`
 */
export async function approveLogin(
  { accounts, browserLogins }: Pick<Platform, 'browserLogins'> & { accounts: Pick<Accounts, 'logIn'> },
  caller: Caller,
  { pageId, username, password, code }: { pageId: string; username: string; password: string; code?: string },
): Promise<void> {
  const { actor, origin } = await accounts.logIn(caller, username, password, code);
  await browserLogins.approve(pageId, { userId: actor.userId, origin });
}
