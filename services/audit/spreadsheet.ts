import type { NamedEntry } from '../../store/postgres/audit/audit-of-organization.ts';
import type { AccessChange } from './access-history.ts';

type Row = Record<string, string | null>;

/** These columns are fixed by the contract of the API. */
export const auditColumns = [
  'id',
  'occurred_at',
  'action',
  'actor_user_id',
  'actor_username',
  'actor_display_name',
  'actor_token_id',
  'target_user_id',
  'target_username',
  'target_display_name',
  'target_org_id',
  'target_package_id',
  'target_release_id',
  'metadata_json',
];

/** The columns on pages, which also show the address and the package of an entry. */
export const auditPageColumns = [
  ...auditColumns,
  'ip_address',
  'package_ecosystem',
  'package_name',
  'package_version',
];

/** Entries of the audit log as rows of a spreadsheet with {@link auditColumns} or {@link auditPageColumns}. */
export async function* auditRows(entries: AsyncIterable<NamedEntry>): AsyncGenerator<Row> {
  for await (const entry of entries) {
    yield {
      id: entry.id,
      occurred_at: entry.occurredAt.toISOString(),
      action: entry.action,
      actor_user_id: entry.actorUserId,
      actor_username: entry.names.actor_username ?? null,
      actor_display_name: entry.actorDisplayName,
      actor_token_id: entry.actorTokenId,
      target_user_id: entry.targetUserId,
      target_username: entry.names.target_username ?? null,
      target_display_name: entry.targetDisplayName,
      target_org_id: entry.targetOrgId,
      target_package_id: entry.targetPackageId,
      target_release_id: entry.targetReleaseId,
      metadata_json: JSON.stringify(entry.metadata),
      ip_address: entry.ipAddress,
      package_ecosystem: entry.names.target_package_ecosystem ?? null,
      package_name: entry.names.target_package_name ?? null,
      package_version: entry.names.target_version ?? null,
    };
  }
}

export const accessColumns = [
  'id',
  'occurred_at',
  'scope',
  'event',
  'team_slug',
  'team_name',
  'target_label',
  'previous_permissions',
  'permissions',
  'actor_user_id',
  'actor_username',
  'actor_display_name',
  'actor_token_id',
  'summary',
];

/** Changes of the access of teams as rows of a spreadsheet with {@link accessColumns}. */
export async function* accessRows(changes: AsyncIterable<AccessChange>): AsyncGenerator<Row> {
  for await (const { entry, ...change } of changes) {
    yield {
      id: entry.id,
      occurred_at: entry.occurredAt.toISOString(),
      scope: change.scope,
      event: change.event,
      team_slug: change.teamSlug,
      team_name: entry.teamName,
      target_label: change.target,
      previous_permissions: change.previousPermissions.join(';'),
      permissions: change.permissions.join(';'),
      actor_user_id: entry.actorUserId,
      actor_username: entry.names.actor_username ?? null,
      actor_display_name: entry.actorDisplayName,
      actor_token_id: entry.actorTokenId,
      summary: change.summary,
    };
  }
}
