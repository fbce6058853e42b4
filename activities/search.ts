import { updateJob } from '../store/postgres/jobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import type { ReleaseRef, RunRef } from './publish.ts';

export interface SearchDeps {
  pool: Pool;
  search: { project(packageId: string): Promise<void> };
}

export type SearchActivities = ReturnType<typeof createSearchActivities>;

export function createSearchActivities({ pool, search }: SearchDeps) {
  return {
    /** Brings the search engine's document of one package up to date with the database. */
    async projectPackage({ packageId }: { packageId: string }): Promise<void> {
      await search.project(packageId);
    },

    /** Last step of a publish; until it succeeds the job stays open and shows why. */
    async finishPublish({ packageId, workflowId, runId }: ReleaseRef & RunRef): Promise<void> {
      try {
        await search.project(packageId);
      } catch (error) {
        const lastError = error instanceof Error ? error.message : String(error);
        await updateJob(pool, { workflowId, runId, status: 'running', lastError });
        throw error;
      }
      await updateJob(pool, { workflowId, runId, status: 'completed' });
    },
  };
}
