import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type AuditFilter, type ListedEntry, listAudit } from '../../store/postgres/audit/audit-list.ts';
import type { Pool } from '../../store/postgres/pool.ts';

export type { AuditFilter, ListedEntry };

/** Newest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function readAuditLog(
  pool: Pool,
  actor: Actor,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ entries: readonly ListedEntry[]; hasNext: boolean }> {
  authorizeOnPlatform(actor, 'read_audit');
  const entries = await listAudit(pool, filter, { offset, limit: limit + 1 });
  return { entries: entries.slice(0, limit), hasNext: entries.length > limit };
}
