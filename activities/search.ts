import { updateJob } from '../store/postgres/jobs.ts';
import type { ReleaseRef, RunRef } from './publish.ts';
import { attachStagedFiles, type StagedFileDeps } from './staged-files.ts';

export interface SearchDeps extends StagedFileDeps {
  search: { project(packageId: string): Promise<void> };
}

export type SearchActivities = ReturnType<typeof createSearchActivities>;

export function createSearchActivities(deps: SearchDeps) {
  const { pool, search } = deps;
  return {
    /** Brings the search engine's document of one package up to date with the database. */
    async projectPackage({ packageId }: { packageId: string }): Promise<void> {
      await search.project(packageId);
    },

    /** Last step of a publish; until it succeeds the job stays open and shows why. */
    async finishPublish(ref: ReleaseRef & RunRef): Promise<void> {
      const { releaseId, packageId, workflowId, runId } = ref;
      await attachStagedFiles(deps, releaseId);
      await search.project(packageId);
      await updateJob(pool, { workflowId, runId, status: 'completed' });
    },
  };
}
