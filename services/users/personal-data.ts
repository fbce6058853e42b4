import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  countActiveAdmins,
  erasePersonalData,
  listSolelyOwned,
  lockAdministration,
} from '../../store/postgres/identity/administration.ts';
import { type PersonalEntry, readPersonalData } from '../../store/postgres/identity/personal-data.ts';
import { findUserByName, lockUser, type UserRow } from '../../store/postgres/identity/users.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';
import { noPassword } from '../identity/password-hash.ts';
import type { Platform } from '../platform.ts';

/**
 * All that is known of a person, secrets aside; a part of a section at a time, as a person may have done anything any number of
 * times. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, before the first part
 */
export async function exportPerson(
  pool: Pool,
  caller: Caller,
  username: string,
  take: (section: string, entries: readonly PersonalEntry[]) => Promise<void>,
): Promise<void> {
  authorizeOnPlatform(caller.actor, 'manage_users');
  const { id } = await requireUserNamed(pool, username);
  await writeAudit(pool, {
    action: 'export_create',
    performer: performedBy(caller),
    targetUserId: id,
    metadata: { kind: 'person' },
  });
  await readPersonalData(pool, id, take);
}

/**
 * Removes a person's data and locks the account. Data that others depend on stays: releases, their author's name,
 * which stays reserved, and the audit log until its entries expire.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state` for the only owner
 * of an organization and the last administrator
 */
export async function erasePerson(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  username: string,
): Promise<void> {
  authorizeOnPlatform(caller.actor, 'manage_users');
  const { id } = await requireUserNamed(pool, username);
  await pool.transaction(async (tx) => {
    await lockAdministration(tx);
    await lockUser(tx, id);
    const owned = await listSolelyOwned(tx, id);
    if (owned.length > 0) {
      throw invalidState(`${username} is the only owner of ${owned.join(', ')}: transfer or delete it first`);
    }
    await erasePersonalData(tx, id, { email: `${id}@deleted.invalid`, passwordHash: noPassword });
    if ((await countActiveAdmins(tx)) === 0) throw invalidState(`${username} is the last administrator`);
    await writeAudit(tx, { action: 'user_erase', performer: performedBy(caller), targetUserId: id });
    await notifyChange(tx, { kind: 'user', id });
  });
  announce({ kind: 'user', id });
}

/** @throws DomainError `not_found` */
export async function requireUserNamed(db: Queryable, username: string): Promise<UserRow> {
  const user = await findUserByName(db, username);
  if (!user) throw notFound('user');
  return user;
}
