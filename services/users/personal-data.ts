import { PassThrough, type Readable } from 'node:stream';
import { requireRecentSession } from '../../domain/actor.ts';
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
import { erasedAddress } from '../../store/postgres/identity/addresses.ts';
import { type PersonalEntry, readPersonalData } from '../../store/postgres/identity/personal-data.ts';
import { findUserByName, lockUser, type UserRow } from '../../store/postgres/identity/users.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';
import { noPassword } from '../identity/password-hash.ts';
import type { Platform, RecentLogins } from '../platform.ts';
import { writeSections } from './write-sections.ts';
import { recordExport } from '../audit/record-export.ts';

/**
 * The export is a transaction, which blocks the clean-up of the database: a reader that stalls for so long is ended.
 */
const patienceMs = 60_000;

/**
 * Exports all data of a user except secrets, in batches of each section, as their number is unlimited.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, before the first batch
 */
export async function exportPerson(
  pool: Pool,
  caller: Caller,
  username: string,
  take: (section: string, entries: readonly PersonalEntry[]) => Promise<void>,
): Promise<void> {
  await readPersonalData(pool, await beginExport(pool, caller, username), take);
}

/**
 * Exports the data as one JSON document. A reader that disconnects, or stalls for a minute, ends the export.
 * @throws DomainError as {@link exportPerson}, and `login_required` for a session whose log-in is not recent
 */
export async function openPersonalData(
  { pool, config, log }: Pick<Platform, 'pool' | 'log'> & RecentLogins,
  caller: Caller,
  username: string,
): Promise<Readable> {
  const { actor } = caller;
  requireRecentSession(authorizeOnPlatform(actor, 'manage_users'), config.auth.recentLoginSeconds);
  const id = await beginExport(pool, caller, username);
  const document = new PassThrough();
  const sections = writeSections(document, patienceMs);
  readPersonalData(pool, id, sections.add)
    .then(sections.end)
    .then(() => document.end())
    .catch((error: unknown) => {
      if (!document.destroyed) log.warn({ err: error }, 'an export of personal data has ended early');
      document.destroy(error instanceof Error ? error : new Error('the export has ended early'));
    });
  return document;
}

/** Records the export. Returns the id of the user. */
async function beginExport(pool: Pool, caller: Caller, username: string): Promise<string> {
  authorizeOnPlatform(caller.actor, 'manage_users');
  const { id } = await requireUserNamed(pool, username);
  await recordExport(pool, caller, {
    targetUserId: id,
    metadata: { kind: 'person' },
  });
  return id;
}

/**
 * Removes a user's data and locks the account. Data that others depend on stays: releases, their author's name, which
 * stays reserved, and the audit log until its entries expire.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state` for the only
 * owner of an organization and the last administrator, `login_required` for a session whose log-in is not recent
 */
export async function erasePerson(
  { pool, announce, config }: Pick<Platform, 'pool' | 'announce'> & RecentLogins,
  caller: Caller,
  username: string,
): Promise<void> {
  requireRecentSession(authorizeOnPlatform(caller.actor, 'manage_users'), config.auth.recentLoginSeconds);
  const { id } = await requireUserNamed(pool, username);
  await pool.transaction(async (tx) => {
    await lockAdministration(tx);
    await lockUser(tx, id);
    const owned = await listSolelyOwned(tx, id);
    if (owned.length > 0) {
      throw invalidState(`${username} is the only owner of ${owned.join(', ')}: transfer or delete it first`);
    }
    await erasePersonalData(tx, id, { email: erasedAddress(id), passwordHash: noPassword });
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
