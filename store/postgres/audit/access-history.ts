import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { type Queryable, sql } from '../pool.ts';
import { type AuditFilter, entryColumns, matching, newestFirst } from './audit-list.ts';
import { NamedEntry } from './audit-of-organization.ts';

const AccessEntry = NamedEntry.extend({
  /** The current name of the team; null if the team does not exist any more. */
  teamName: z.string().nullable(),
});
/** An entry about the rights of a team. */
export type AccessEntry = z.infer<typeof AccessEntry>;

export interface AccessFilter extends Pick<AuditFilter, 'from' | 'until'> {
  targetOrgId: string;
  scope?: 'package' | 'repository' | 'namespace' | undefined;
  team?: string | undefined;
  /** The label of the team's target. */
  target?: string | undefined;
}

/** Newest first. */
export async function listAccessHistory(
  db: Queryable,
  filter: AccessFilter,
  window: Window,
): Promise<readonly AccessEntry[]> {
  return db.any(sql.type(AccessEntry)`
    ${entries} where ${within(filter)} and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}

const entries = sql.fragment`
  select ${entryColumns}, actors.username as actor_username, actors.display_name as actor_display_name,
    null as target_username, null as target_display_name, teams.name as team_name
  from audit_log
  left join users as actors on actors.id = audit_log.actor_user_id
  left join teams on teams.id = (audit_log.metadata ->> 'team_id')::uuid`;

/** The list of actions must match that of the index. */
function within({ targetOrgId, from, until, scope, team, target }: AccessFilter): FragmentSqlToken {
  const action = scope && `team_${scope}_access_update`;
  const conditions = [
    matching({ targetOrgId, from, until, action }),
    sql.fragment`audit_log.action in
      ('team_package_access_update', 'team_repository_access_update', 'team_namespace_access_update')`,
    ...(team === undefined ? [] : [sql.fragment`audit_log.metadata ->> 'team' = ${team}`]),
    ...(target === undefined ? [] : [sql.fragment`audit_log.metadata ->> 'target' = ${target}`]),
  ];
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}
