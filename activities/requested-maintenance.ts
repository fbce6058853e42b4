import type { Platform } from '../services/platform.ts';
import { deleteExpiredRows, listPackageIds } from '../store/postgres/jobs/cleaning.ts';
import { forEach } from './for-each.ts';
import { jobDays, revokedDays } from './maintenance.ts';
import { projectOrPark } from './project-package.ts';
import { untilBatchDeadline } from './batch-deadline.ts';

/** Packages per step: after a crash only one step is repeated. */
const batchSize = 100;

export type RequestedActivities = ReturnType<typeof createRequestedActivities>;

/** Steps of jobs that administrators request, beside those of the schedules. */
export function createRequestedActivities(platform: Pick<Platform, 'pool' | 'search'>) {
  return {
    /** Deletes expired sessions, tokens and used identity tokens, and old jobs. */
    async cleanTokens(): Promise<Record<string, number>> {
      return deleteExpiredRows(platform.pool, { revokedDays, jobDays });
    },

    /**
     * Renders the search entries of the packages after `after` again, even unchanged ones. `next`: null at the end.
     */
    async reindexBatch({ after }: { after: string }): Promise<{
      projected: number;
      failed: number;
      next: string | null;
      /** Whether a search engine has copies of the entries. */
      isCopied?: true;
    }> {
      const isCopied = platform.search.copy !== null;
      const ids = await listPackageIds(platform.pool, after, batchSize);
      let last: string | null = null;
      let tried = 0;
      let parked = 0;
      const project = async (id: string) => {
        last = id;
        tried += 1;
        if (!(await projectOrPark(platform, id, true))) parked += 1;
      };
      const failed = await forEach(untilBatchDeadline(ids), project, (packageId) => ({ packageId }));
      const next = tried < ids.length || ids.length === batchSize ? last : null;
      return {
        projected: tried - failed - parked,
        failed: failed + parked,
        next,
        ...(isCopied && { isCopied }),
      };
    },
  };
}
