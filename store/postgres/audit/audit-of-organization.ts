import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { type Queryable, sql } from '../pool.ts';
import { type AuditFilter, entryColumns, ListedEntry, matching, newestFirst } from './audit-list.ts';

export const NamedEntry = ListedEntry.extend({
  actorDisplayName: z.string().nullable(),
  targetDisplayName: z.string().nullable(),
});
/** An entry with the current names of people. */
export type NamedEntry = z.infer<typeof NamedEntry>;

const named = sql.fragment`
  select ${entryColumns}, actors.display_name as actor_display_name,
    targets.display_name as target_display_name
  from audit_log
  left join users as actors on actors.id = audit_log.actor_user_id
  left join users as targets on targets.id = audit_log.target_user_id`;

/** Newest first. */
export async function listNamedAudit(
  db: Queryable,
  filter: AuditFilter,
  window: Window,
): Promise<readonly NamedEntry[]> {
  return db.any(sql.type(NamedEntry)`
    ${named} where ${matching(filter)} and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}
