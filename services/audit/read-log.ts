import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import type { Window } from '../../domain/paging.ts';
import { type AuditFilter, type ListedEntry, listAudit } from '../../store/postgres/audit/audit-list.ts';
import type { Platform } from '../platform.ts';

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
