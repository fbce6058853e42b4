import type { AuditEntry } from '../../../domain/audit.ts';
import { newId } from '../ids.ts';
import { namesNow } from './audit-names.ts';
import { type Queryable, sql } from '../pool.ts';
import { enqueueNotices } from '../mails/notices.ts';
import { enqueueDeliveries } from '../webhooks/enqueue.ts';

/**
 * Writes an entry and enqueues its webhooks and mails. Call it in the transaction of the change, so that neither
 * exists without the other.
 */
export async function writeAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  const { performer } = entry;
  const id = (value: string | null | undefined) => sql.fragment`${value ?? null}::uuid`;
  const ids = {
    actorUserId: id(performer.userId),
    actorTokenId: id(performer.tokenId),
    targetUserId: id(entry.targetUserId),
    targetOrgId: id(entry.targetOrgId),
    targetPackageId: id(entry.targetPackageId),
    targetReleaseId: id(entry.targetReleaseId),
  };
  await db.query(sql.typeAlias('void')`
    insert into audit_log (id, action, actor_user_id, actor_token_id, target_user_id, target_org_id,
      target_package_id, target_release_id, ip_address, user_agent, metadata, names)
    values (${newId()}, ${entry.action}, ${ids.actorUserId}, ${ids.actorTokenId}, ${ids.targetUserId},
      ${ids.targetOrgId}, ${ids.targetPackageId}, ${ids.targetReleaseId}, ${performer.ipAddress},
      ${performer.userAgent}, ${sql.jsonb(entry.metadata ?? {})}, ${namesNow(ids)})`);
  await enqueueDeliveries(db, entry);
  await enqueueNotices(db, entry);
}
