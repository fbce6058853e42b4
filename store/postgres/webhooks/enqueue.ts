import type { AuditEntry } from '../../../domain/audit.ts';
import { eventOf } from '../../../domain/webhook.ts';
import { type Queryable, sql } from '../pool.ts';
import { isHeard } from './live-webhooks.ts';

/**
 * Enqueues deliveries of the entry's event, in its transaction, so that neither exists without the other. Webhooks of
 * people are checked at the time of sending, because the person's rights can change until then.
 */
export async function enqueueDeliveries(db: Queryable, entry: AuditEntry): Promise<void> {
  const event = eventOf(entry.action);
  const { targetOrgId = null, targetPackageId = null, targetReleaseId = null, targetUserId = null } = entry;
  if (event === undefined || (targetOrgId === null && targetPackageId === null)) return;
  await db.query(sql.typeAlias('void')`
    insert into webhook_deliveries (id, webhook_id, event, body)
    select delivery.id, webhooks.id, ${event},
      jsonb_build_object('id', delivery.id, 'event', ${event}::text,
        'created_at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'organization', (select jsonb_build_object('id', organizations.id, 'slug', organizations.slug)
          from organizations where organizations.id = ${targetOrgId}),
        'actor', (select jsonb_build_object('id', users.id, 'username', users.username) from users
          where users.id = ${entry.performer.userId}),
        'package', (select jsonb_build_object('id', packages.id, 'ecosystem', packages.ecosystem, 'name', packages.name)
          from packages where packages.id = ${targetPackageId}),
        'release', (select jsonb_build_object('id', releases.id, 'version', releases.version)
          from releases where releases.id = ${targetReleaseId}),
        'user', (select jsonb_build_object('id', users.id, 'username', users.username) from users
          where users.id = ${targetUserId}),
        'details', ${sql.jsonb(entry.metadata ?? {})}::jsonb)
    from (
      select webhooks.id, webhooks.events, webhooks.is_active from webhooks
      where webhooks.organization_id = ${targetOrgId}
        and (webhooks.package_id is null or webhooks.package_id = ${targetPackageId})
      union all
      select webhooks.id, webhooks.events, ${isHeard} as is_active from webhooks
      where webhooks.user_id is not null
        and webhooks.ecosystem = (select packages.ecosystem from packages where packages.id = ${targetPackageId})
        and (webhooks.package_id is null or webhooks.package_id = ${targetPackageId})) as webhooks
    cross join lateral (select gen_random_uuid() as id where webhooks.id is not null) as delivery
    where webhooks.is_active and ${event} = any(webhooks.events)`);
}
