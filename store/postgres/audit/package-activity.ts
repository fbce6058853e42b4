import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { newestFirst } from './audit-list.ts';

/** Actions in a package's log that every reader of the package sees. */
const toldActions = [
  'package_create',
  'package_update',
  'package_transfer',
  'release_publish',
  'release_yank',
  'release_unyank',
  'release_deprecate',
  'release_undeprecate',
  'artifact_attach',
  'tag_set',
] as const;

/** Further actions for managers of the package. Only readers of the audit log see all others. */
const insideActions = [
  'package_maintainer_add',
  'package_maintainer_remove',
  'package_visibility_change',
  'release_create',
  'release_submit',
  'release_hold',
  'release_approve',
  'release_reject',
  'release_promote',
  'release_delete',
  'tag_delete',
] as const;

const Activity = z.object({
  ...placed,
  action: z.enum([...toldActions, ...insideActions]),
  occurredAt: z.date(),
  username: z.string().nullable(),
  /** A token exchanged for a build's identity does not count as a person's. */
  credential: z.enum(['session', 'token', 'trusted_publisher', 'platform']),
  version: z.string().nullable(),
  tag: z.string().nullable(),
  filename: z.string().nullable(),
  buildIssuer: z.string().nullable(),
  buildRepository: z.string().nullable(),
  buildWorkflow: z.string().nullable(),
  buildCommit: z.string().nullable(),
});
/** One entry, without addresses and ids. */
export type Activity = z.infer<typeof Activity>;

export interface ActivityFilter {
  packageId: string;
  /** Limits the list to one release. */
  releaseId?: string | undefined;
  /** Includes releases that only managers of the package may know of. */
  includeUnreleased: boolean;
}

/** Newest first. Entries of a deleted or hidden release are omitted, and so are entries that name it. */
export async function listPackageActivity(
  db: Queryable,
  { packageId, releaseId, includeUnreleased }: ActivityFilter,
  window: Window,
): Promise<readonly Activity[]> {
  const ofRelease =
    releaseId === undefined ? sql.fragment`true` : sql.fragment`audit_log.target_release_id = ${releaseId}`;
  const actions = includeUnreleased ? [...toldActions, ...insideActions] : toldActions;
  return db.any(sql.type(Activity)`
    select audit_log.action, audit_log.occurred_at, users.username,
      case
        when builds.metadata is not null then 'trusted_publisher'
        when audit_log.actor_token_id is not null then 'token'
        when audit_log.actor_user_id is not null then 'session'
        else 'platform'
      end as credential,
      releases.version, audit_log.metadata ->> 'tag' as tag,
      audit_log.metadata ->> 'filename' as filename,
      builds.metadata ->> 'issuer' as build_issuer, builds.metadata ->> 'repository' as build_repository,
      builds.metadata ->> 'workflow_ref' as build_workflow, builds.metadata ->> 'commit' as build_commit, ${newestFirst.position} as position
    from audit_log
    left join users on users.id = audit_log.actor_user_id
    left join releases on releases.id = audit_log.target_release_id
    left join lateral (
      select exchanges.metadata from audit_log as exchanges
      where exchanges.action = 'trusted_publisher_exchange'
        and exchanges.metadata ->> 'token_id' = audit_log.actor_token_id::text
      limit 1) as builds on true
    where audit_log.target_package_id = ${packageId} and ${ofRelease}
      and audit_log.action = any(${sql.array([...actions], 'text')})
      and (${includeUnreleased} or audit_log.target_release_id is null or releases.state = 'published')
      and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}
