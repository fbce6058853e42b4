import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { type AccountActivity, listAccountActivity } from '../../store/postgres/audit/account-activity.ts';
import type { Configured, Platform } from '../platform.ts';
import { requireSession } from './sessions.ts';

export type { AccountActivity };

/**
 * The events of the caller's account and its credentials, newest first; requires a session. Addresses of other
 * performers are omitted. @throws DomainError `unauthenticated`, `login_required`
 */
export async function listOwnActivity(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  window: Window,
): Promise<readonly AccountActivity[]> {
  const { userId } = requireSession(platform, caller);
  return listAccountActivity(platform.pool, userId, window);
}
