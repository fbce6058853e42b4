import type { AuditEntry } from '../../../domain/audit.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';
import { enqueueNotices } from '../mails/notices.ts';
import { enqueueDeliveries } from '../webhooks/enqueue.ts';

/** Call it in the transaction of the change itself, so that neither exists without the other. Webhooks that want to know are told, and people. */
export async function writeAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  const { performer } = entry;
  await db.query(sql.typeAlias('void')`
    insert into audit_log (id, action, actor_user_id, actor_token_id, target_user_id, target_org_id,
      target_package_id, target_release_id, ip_address, user_agent, metadata)
    values (${newId()}, ${entry.action}, ${performer.userId}, ${performer.tokenId},
      ${entry.targetUserId ?? null}, ${entry.targetOrgId ?? null}, ${entry.targetPackageId ?? null},
      ${entry.targetReleaseId ?? null}, ${performer.ipAddress}, ${performer.userAgent},
      ${sql.jsonb(entry.metadata ?? {})})`);
  await enqueueDeliveries(db, entry);
  await enqueueNotices(db, entry);
}
