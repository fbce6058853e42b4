import { z } from 'zod';
import { system } from '../../../domain/actor.ts';
import { writeAudit } from './audit.ts';
import { type Pool, sql } from '../pool.ts';

const Removed = z.object({ occurredAt: z.date() });

/**
 * Removes up to `limit` entries older than `days`, oldest first, and records their number. Entries of publishes under
 * an existing name stay: they prevent reuse of versions.
 */
export async function removeOldAudit(pool: Pool, days: number, limit: number): Promise<number> {
  return pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`
      select set_config('rookery.audit_retention_days', ${String(days)}, true)`);
    const removed = await tx.any(sql.type(Removed)`
      delete from audit_log where audit_log.id in (
        select audit_log.id from audit_log
        where audit_log.occurred_at < now() - ${days} * interval '1 day'
          and not (audit_log.action = 'release_publish'
            and exists (select from packages where packages.id = audit_log.target_package_id))
        order by audit_log.occurred_at, audit_log.id
        limit ${limit}
        for update skip locked)
      returning audit_log.occurred_at`);
    if (removed.length === 0) return 0;
    await writeAudit(tx, {
      action: 'audit_expire',
      performer: system,
      metadata: { entries: removed.length, older_than_days: days },
    });
    return removed.length;
  });
}
