import type { Platform } from '../services/platform.ts';
import { deleteExpiredRows, listPackageIds } from '../store/postgres/jobs/cleaning.ts';
import { forEach } from './for-each.ts';
import { jobDays, revokedDays } from './maintenance.ts';
import { projectOrPark } from './project-package.ts';
import { untilBatchDeadline } from './batch-deadline.ts';

/** Packages per step: a crash repeats one step. */
const batchSize = 100;

export type RequestedActivities = ReturnType<typeof createRequestedActivities>;

/** Steps of jobs that administrators request, beside those of the schedules. */
export function createRequestedActivities(platform: Pick<Platform, 'pool' | 'search'>) {
  return {
    /** Sessions, tokens and used identity tokens past their time, with jobs of long ago. */
    async cleanTokens(): Promise<Record<string, number>> {
      return deleteExpiredRows(platform.pool, { revokedDays, jobDays });
    },

    /** Renews the search entries of the next packages in any case. Null at the end. */
    async reindexBatch({ after }: { after: string }): Promise<{
      projected: number;
      failed: number;
      next: string | null;
      /** Whether an engine has copies of the entries. */
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
