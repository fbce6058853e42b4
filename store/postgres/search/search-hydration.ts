import { z } from 'zod';
import { Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';

const HitDetails = z.object({
  id: z.string(),
  displayName: z.string().nullable(),
  isDeprecated: z.boolean(),
  repositoryName: z.string(),
  openFindings: z.number(),
  worstSeverity: Severity.nullable(),
  trustedPublishers: z.number(),
  latestPublishedAt: z.date().nullable(),
  latestIsYanked: z.boolean().nullable(),
  latestIsDeprecated: z.boolean().nullable(),
  latestIsPrerelease: z.boolean().nullable(),
});
export type HitDetails = z.infer<typeof HitDetails>;

/** Facts for pages that the search engine does not have, for one page of hits in one query. */
export async function listHitDetails(
  db: Queryable,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, HitDetails>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db.any(sql.type(HitDetails)`
    select packages.id, packages.display_name, packages.is_deprecated,
      repositories.name as repository_name, open.count as open_findings, open.worst as worst_severity,
      (select count(*) from trusted_publishers where trusted_publishers.package_id = packages.id) as trusted_publishers,
      latest.published_at as latest_published_at, latest.is_yanked as latest_is_yanked,
      latest.is_deprecated as latest_is_deprecated, latest.is_prerelease as latest_is_prerelease
    from packages
    join repositories on repositories.id = packages.repository_id
    cross join lateral (
      select count(*) as count,
        (array['info', 'low', 'medium', 'high', 'critical'])[max(array_position(
          array['info', 'low', 'medium', 'high', 'critical'], findings.severity))] as worst
      from findings join releases on releases.id = findings.release_id
      where findings.package_id = packages.id and not findings.is_resolved and releases.state = 'published'
    ) open
    left join lateral (
      select releases.published_at, releases.is_yanked, releases.is_deprecated, releases.is_prerelease
      from releases
      where releases.package_id = packages.id and releases.version = packages.latest_version
        and releases.state = 'published'
      limit 1
    ) latest on true
    where packages.id = any(${sql.array([...packageIds], 'uuid')})`);
  return new Map(rows.map((row) => [row.id, row]));
}
