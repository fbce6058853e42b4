import { validate as isUuid } from 'uuid';
import { requireRecentSession } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  type Account,
  countActiveAdmins,
  findAccount,
  listAccounts as findAccounts,
  lockAdministration,
  setStanding,
} from '../../store/postgres/identity/administration.ts';
import { removeAuthenticator } from '../../store/postgres/identity/authenticators.ts';
import { endCredentials } from '../../store/postgres/identity/end-credentials.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { Platform, RecentLogins } from '../platform.ts';

export type { Account };

/** Accounts by name. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function listAccounts(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  filter: { text: string | null; isActive: boolean | null; isAdmin: boolean | null },
  window: Window,
): Promise<readonly (Account & Placed)[]> {
  authorizeOnPlatform(actor, 'manage_users');
  return findAccounts(pool, filter, window);
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found` */
export async function getAccount(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  named: { id: string } | { username: string },
): Promise<Account> {
  authorizeOnPlatform(actor, 'manage_users');
  if ('id' in named && !isUuid(named.id)) throw notFound('user');
  const account = await findAccount(pool, named);
  if (!account) throw notFound('user');
  return account;
}

/** Absent members stay. */
export interface AccountChange {
  isAdmin?: boolean | undefined;
  /** False: every credential of the user ends permanently, on every replica at once. */
  isActive?: boolean | undefined;
  /** Log-ins need no code until a new set-up: for a user who lost authenticator and recovery codes. */
  resetsSecondFactor?: boolean | undefined;
}

/**
 * Platform administrators can give other accounts administrator rights and lock accounts, but not the last
 * administrator. An erased account stays locked. In a session, giving such rights or resetting a second factor needs a
 * recent log-in.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state`,
 * `login_required`
 */
export async function changeAccount(
  { pool, announce, config }: Pick<Platform, 'pool' | 'announce'> & RecentLogins,
  caller: Caller,
  id: string,
  change: AccountChange,
): Promise<Account> {
  const administrator = authorizeOnPlatform(caller.actor, 'manage_users');
  if (change.isAdmin === true || change.resetsSecondFactor === true) {
    requireRecentSession(administrator, config.auth.recentLoginSeconds);
  }
  const changed = await pool.transaction(async (tx) => {
    await lockAdministration(tx);
    const before = isUuid(id) ? await findAccount(tx, { id }) : null;
    if (!before) throw notFound('user');
    const { isAdmin = before.isAdmin, isActive = before.isActive } = change;
    if (before.isErased && (isAdmin || isActive))
      throw invalidState(`the account ${before.username} was erased for good`);
    await setStanding(tx, id, { isAdmin, isActive });
    if ((await countActiveAdmins(tx)) === 0) {
      throw invalidState(`${before.username} is the last administrator of the platform`);
    }
    await audit(tx, caller, before, { isAdmin, isActive });
    if (change.resetsSecondFactor === true && (await removeAuthenticator(tx, id))) {
      await writeAudit(tx, {
        action: 'mfa_disable',
        performer: performedBy(caller),
        targetUserId: id,
        metadata: { reset: true },
      });
    }
    await notifyChange(tx, { kind: 'user', id });
    const after = await findAccount(tx, { id });
    if (!after) throw new Error('an account that was just changed is gone');
    return after;
  });
  announce({ kind: 'user', id });
  return changed;
}

async function audit(
  tx: Transaction,
  caller: Caller,
  { id, ...before }: Account,
  after: { isAdmin: boolean; isActive: boolean },
): Promise<void> {
  const performer = performedBy(caller);
  if (before.isActive !== after.isActive) {
    const ended = after.isActive ? {} : await endCredentials(tx, id);
    const action = after.isActive ? 'user_activate' : 'user_deactivate';
    await writeAudit(tx, { action, performer, targetUserId: id, metadata: { ...ended } });
  }
  if (before.isAdmin !== after.isAdmin) {
    const metadata = { is_admin: after.isAdmin };
    await writeAudit(tx, { action: 'user_update', performer, targetUserId: id, metadata });
  }
}
