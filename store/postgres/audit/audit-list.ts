import { z } from 'zod';
import type { FragmentSqlToken } from 'slonik';
import type { Window } from '../../../domain/paging.ts';
import { usernameKey } from '../../../domain/username.ts';
import { keyset, placed } from '../keyset.ts';
import { isNamed } from '../packages/named.ts';
import { type Queryable, sql } from '../pool.ts';
import { AuditNames, namesOfEntry } from './audit-names.ts';

export const ListedEntry = z.object({
  ...placed,
  id: z.string(),
  action: z.string(),
  actorUserId: z.string().nullable(),
  actorTokenId: z.string().nullable(),
  targetUserId: z.string().nullable(),
  targetOrgId: z.string().nullable(),
  targetPackageId: z.string().nullable(),
  targetReleaseId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  names: AuditNames,
  occurredAt: z.date(),
});
export type ListedEntry = z.infer<typeof ListedEntry>;

/** `until` is exclusive. */
export interface AuditFilter {
  action?: string | undefined;
  actorUserId?: string | undefined;
  /** A current username. */
  actorName?: string | undefined;
  targetOrgId?: string | undefined;
  targetPackageId?: string | undefined;
  /** Current packages: of the ecosystem, with one of the names. */
  targetPackage?: { ecosystem?: string | undefined; nameKeys?: readonly string[] | undefined } | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

export const newestFirst = keyset(
  { value: sql.fragment`audit_log.occurred_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`audit_log.id`, type: 'uuid', isDescending: true },
);

/** Newest first. */
export async function listAudit(
  db: Queryable,
  filter: AuditFilter,
  window: Window,
): Promise<readonly ListedEntry[]> {
  return db.any(sql.type(ListedEntry)`
    select ${entryColumns}
    from audit_log
    where ${matching(filter)} and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}

export const entryColumns = sql.fragment`audit_log.id, audit_log.action, audit_log.actor_user_id, audit_log.actor_token_id,
  audit_log.target_user_id, audit_log.target_org_id, audit_log.target_package_id, audit_log.target_release_id,
  audit_log.ip_address, audit_log.user_agent, audit_log.metadata, ${namesOfEntry}, audit_log.occurred_at,
  ${newestFirst.position} as position`;

/** The filter as a condition. */
export function matching(filter: AuditFilter): FragmentSqlToken {
  const conditions = [
    filter.action === undefined ? null : sql.fragment`audit_log.action = ${filter.action}`,
    filter.actorUserId === undefined ? null : sql.fragment`audit_log.actor_user_id = ${filter.actorUserId}`,
    filter.actorName === undefined
      ? null
      : sql.fragment`audit_log.actor_user_id = (
          select users.id from users where users.username_key = ${usernameKey(filter.actorName)})`,
    filter.targetOrgId === undefined ? null : sql.fragment`audit_log.target_org_id = ${filter.targetOrgId}`,
    filter.targetPackageId === undefined
      ? null
      : sql.fragment`audit_log.target_package_id = ${filter.targetPackageId}`,
    filter.targetPackage === undefined ? null : isAbout(filter.targetPackage),
    filter.from === undefined
      ? null
      : sql.fragment`audit_log.occurred_at >= ${filter.from.toISOString()}::timestamptz`,
    filter.until === undefined
      ? null
      : sql.fragment`audit_log.occurred_at < ${filter.until.toISOString()}::timestamptz`,
  ].filter((condition) => condition !== null);
  return sql.fragment`${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)}`;
}

function isAbout({ ecosystem, nameKeys }: NonNullable<AuditFilter['targetPackage']>): FragmentSqlToken {
  const isOf = ecosystem === undefined ? sql.fragment`true` : sql.fragment`packages.ecosystem = ${ecosystem}`;
  return sql.fragment`audit_log.target_package_id in (
    select packages.id from packages where ${isOf} and ${isNamed({ nameKeys })})`;
}
