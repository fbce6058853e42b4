import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import type { Window } from '../../domain/paging.ts';
import type { Caller } from '../../domain/caller.ts';
import { type AuditFilter, type ListedEntry, listAudit } from '../../store/postgres/audit/audit-list.ts';
import { listNamedAudit, type NamedEntry } from '../../store/postgres/audit/audit-of-organization.ts';
import type { Platform } from '../platform.ts';
import { walk } from './walk.ts';
import { recordExport } from './record-export.ts';

export type { AuditFilter, ListedEntry };

/** Newest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function readAuditLog(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  filter: AuditFilter,
  window: Window,
): Promise<readonly ListedEntry[]> {
  authorizeOnPlatform(actor, 'read_audit');
  return listAudit(pool, filter, window);
}

/**
 * Exports the log in batches; the export is recorded in it.
 * @throws as {@link readAuditLog}, before the first entry
 */
export async function exportAuditLog(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  filter: AuditFilter,
): Promise<AsyncGenerator<NamedEntry>> {
  authorizeOnPlatform(caller.actor, 'read_audit');
  await recordExport(pool, caller, {
    metadata: { what: 'audit' },
  });
  return walk((window) => listNamedAudit(pool, filter, window));
}
