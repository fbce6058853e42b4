import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const PageCounts = z.object({ dependencies: z.number(), openFindings: z.number() });
/** The counts on the tabs of a page. */
export type PageCounts = z.infer<typeof PageCounts>;

/** `releaseId`: the release whose dependencies are counted; null if the package has no release. */
export async function countForPage(
  db: Queryable,
  { packageId, releaseId }: { packageId: string; releaseId: string | null },
  { includeUnreleased }: { includeUnreleased: boolean },
): Promise<PageCounts> {
  return db.one(sql.type(PageCounts)`
    select
      (select count(*)::int from release_dependencies
        where release_dependencies.release_id = ${releaseId}::uuid) as dependencies,
      (select count(*)::int from findings join releases on releases.id = findings.release_id
        where findings.package_id = ${packageId} and not findings.is_resolved
          and (${includeUnreleased} or releases.state = 'published')) as open_findings`);
}
