import type { AuditEntry } from '../../domain/audit.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

/** Records an export in the audit log, before the first entry is sent. */
export async function recordExport(
  db: Queryable,
  caller: Caller,
  target: Pick<AuditEntry, 'targetOrgId' | 'targetUserId' | 'metadata'>,
): Promise<void> {
  await writeAudit(db, { action: 'export_create', performer: performedBy(caller), ...target });
}
