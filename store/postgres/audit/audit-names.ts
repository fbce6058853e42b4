import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { sql } from '../pool.ts';

/**
 * The names of an entry's ids at the time of writing. Absent if the entry has no ids or their rows no longer exist.
 */
export const AuditNames = z
  .object({
    actor_username: z.string(),
    actor_token_name: z.string(),
    target_username: z.string(),
    target_org_slug: z.string(),
    target_package_ecosystem: z.string(),
    target_package_name: z.string(),
    target_version: z.string(),
  })
  .partial();

interface NamedIds {
  actorUserId: FragmentSqlToken;
  actorTokenId: FragmentSqlToken;
  targetUserId: FragmentSqlToken;
  targetOrgId: FragmentSqlToken;
  targetPackageId: FragmentSqlToken;
  targetReleaseId: FragmentSqlToken;
}

/** The current names of these ids, as {@link AuditNames}. */
export function namesNow(ids: NamedIds): FragmentSqlToken {
  return sql.fragment`jsonb_strip_nulls(jsonb_build_object(
    'actor_username', (select users.username from users where users.id = ${ids.actorUserId}),
    'actor_token_name', (select tokens.name from tokens where tokens.id = ${ids.actorTokenId}),
    'target_username', (select users.username from users where users.id = ${ids.targetUserId}),
    'target_org_slug', (select organizations.slug from organizations where organizations.id = ${ids.targetOrgId}),
    'target_package_ecosystem', (select packages.ecosystem from packages where packages.id = ${ids.targetPackageId}),
    'target_package_name', (select packages.name from packages where packages.id = ${ids.targetPackageId}),
    'target_version', (select releases.version from releases where releases.id = ${ids.targetReleaseId})))`;
}

/** Entries without stored names get the current ones. */
export const namesOfEntry = sql.fragment`coalesce(audit_log.names, ${namesNow({
  actorUserId: sql.fragment`audit_log.actor_user_id`,
  actorTokenId: sql.fragment`audit_log.actor_token_id`,
  targetUserId: sql.fragment`audit_log.target_user_id`,
  targetOrgId: sql.fragment`audit_log.target_org_id`,
  targetPackageId: sql.fragment`audit_log.target_package_id`,
  targetReleaseId: sql.fragment`audit_log.target_release_id`,
})}) as names`;
