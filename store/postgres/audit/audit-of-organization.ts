import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { type AuditFilter, entryColumns, ListedEntry, matching, type Window } from './audit-list.ts';

export const NamedEntry = ListedEntry.extend({
  actorUsername: z.string().nullable(),
  actorDisplayName: z.string().nullable(),
  targetUsername: z.string().nullable(),
  targetDisplayName: z.string().nullable(),
  /** Of the entry in time, to the microsecond. */
  position: z.string(),
});
/** An entry with the names that people have now. */
export type NamedEntry = z.infer<typeof NamedEntry>;

const named = sql.fragment`
  select ${entryColumns}, actors.username as actor_username, actors.display_name as actor_display_name,
    targets.username as target_username, targets.display_name as target_display_name,
    audit_log.occurred_at::text as position
  from audit_log
  left join users as actors on actors.id = audit_log.actor_user_id
  left join users as targets on targets.id = audit_log.target_user_id`;

type OrganizationFilter = AuditFilter & { targetOrgId: string };

/** Newest first. */
export async function listNamedAudit(
  db: Queryable,
  filter: OrganizationFilter,
  { offset, limit }: Window,
): Promise<readonly NamedEntry[]> {
  return db.any(sql.type(NamedEntry)`
    ${named} where ${matching(filter)}
    order by audit_log.occurred_at desc, audit_log.id desc
    limit ${limit} offset ${offset}`);
}

/** The next entries that are older than `last`; the newest without it. */
export async function listNamedAuditAfter(
  db: Queryable,
  filter: OrganizationFilter,
  last: Pick<NamedEntry, 'position' | 'id'> | null,
  limit: number,
): Promise<readonly NamedEntry[]> {
  const older =
    last === null
      ? sql.fragment`true`
      : sql.fragment`(audit_log.occurred_at, audit_log.id) < (${last.position}::timestamptz, ${last.id}::uuid)`;
  return db.any(sql.type(NamedEntry)`
    ${named} where ${matching(filter)} and ${older}
    order by audit_log.occurred_at desc, audit_log.id desc
    limit ${limit}`);
}
