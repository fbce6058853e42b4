import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Stats = z.object({
  packages: z.number(),
  releases: z.number(),
  organizations: z.number(),
  findings: z.number(),
  findingsUnresolved: z.number(),
  artifacts: z.number(),
  jobsPending: z.number(),
});
export type Stats = z.infer<typeof Stats>;

/** Public totals: catalogue counts omit rows that are hidden from anonymous readers. */
export async function countAll(db: Queryable): Promise<Stats> {
  return db.one(sql.type(Stats)`
    with visible as materialized (
      select releases.id, releases.package_id
      from packages
      join repositories on repositories.id = packages.repository_id
      join releases on releases.package_id = packages.id
      where packages.visibility = 'public' and packages.readable_releases > 0
        and repositories.visibility = 'public' and releases.state = 'published'
    )
    select
      (select count(distinct visible.package_id) from visible) as packages,
      (select count(*) from visible) as releases,
      (select count(*) from organizations) as organizations,
      (select count(*) from findings join visible on visible.id = findings.release_id) as findings,
      (select count(*) from findings join visible on visible.id = findings.release_id
        where not findings.is_resolved) as findings_unresolved,
      (select count(*) from artifacts join visible on visible.id = artifacts.release_id) as artifacts,
      (select count(*) from jobs where jobs.status in ('pending', 'running')) as jobs_pending`);
}
