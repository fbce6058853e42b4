import { z } from 'zod';
import type { UserActor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { type Queryable, sql } from '../pool.ts';

const StagedRow = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  state: z.enum(['quarantine', 'scanning']),
  statusReason: z.string().nullable(),
  ownerName: z.string(),
  uploadSha256: z.string(),
  uploadedAt: z.date(),
  upload: z.object({ uploadedBy: z.string(), sha1: z.string(), tags: z.array(z.string()) }).nullable(),
});
export type StagedRow = Omit<z.infer<typeof StagedRow>, 'upload'> & {
  upload?: NonNullable<z.infer<typeof StagedRow>['upload']>;
};

export interface StagedFilter {
  ecosystem: EcosystemId;
  /** The reader, who sees their own uploads, and those of packages that they manage. */
  actor: UserActor;
  repositorySlug: string | null;
  /** Only releases in this group. */
  stageGroupId?: string;
}

function matching(filter: StagedFilter) {
  const stageGroupId = filter.stageGroupId ?? null;
  return sql.fragment`
    releases
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    left join users on users.id = repositories.owner_user_id
    left join organizations on organizations.id = repositories.owner_org_id
    where releases.state in ('quarantine', 'scanning') and releases.published_at is null
      and packages.ecosystem = ${filter.ecosystem}
      and (releases.published_by = ${filter.actor.userId} or ${mayWhere(filter.actor, 'see_unreleased', packageRights)})
      and (${filter.repositorySlug}::text is null or repositories.slug = ${filter.repositorySlug})
      and (${stageGroupId}::uuid is null or releases.id in (
        select stage_group_items.release_id from stage_group_items
        where stage_group_items.stage_group_id = ${stageGroupId}::uuid))`;
}

/** Unfinished releases that this person uploaded or manages, newest first. */
export async function listStagedReleases(
  db: Queryable,
  filter: StagedFilter,
  window: { offset: number; limit: number },
): Promise<readonly StagedRow[]> {
  const rows = await db.any(sql.type(StagedRow)`
    select releases.id, packages.name, releases.version, releases.state, releases.status_reason,
      coalesce(organizations.slug, users.username) as owner_name, releases.upload_sha256, releases.uploaded_at,
      (select jsonb_build_object('uploadedBy', uploads.actor -> 'username', 'sha1', uploads.sha1,
          'tags', coalesce(uploads.declared -> 'tags', '[]'))
        from uploads where uploads.id = releases.upload_id) as upload
    from ${matching(filter)}
    order by releases.uploaded_at desc, releases.id
    offset ${window.offset} limit ${window.limit}`);
  return rows.map(({ upload, ...row }) => (upload === null ? row : { ...row, upload }));
}

export async function countStagedReleases(db: Queryable, filter: StagedFilter): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`
    select count(*)::int as count from ${matching(filter)}`);
  return count;
}
