import { activityInfo } from '@temporalio/activity';
import { updateJob } from '../store/postgres/jobs/jobs.ts';
import { projectOrPark, type ProjectDeps } from './project-package.ts';
import type { ReleaseRef, RunRef } from '../workflows/definitions.ts';

export type SearchActivities = ReturnType<typeof createSearchActivities>;

/** What can't be rendered is tried so often in a row, and parked then. */
const attemptsToRender = 3;

const isLast = () => activityInfo().attempt >= attemptsToRender;

export function createSearchActivities(deps: ProjectDeps) {
  const { pool } = deps;
  return {
    /** Brings the search engine's document of one package up to date with the database. */
    async projectPackage({ packageId }: { packageId: string }): Promise<void> {
      await projectOrPark(deps, packageId, isLast());
    },

    /** Last step of a publish; until it succeeds the job stays open and shows why. */
    async finishPublish(ref: ReleaseRef & RunRef): Promise<void> {
      const { packageId, workflowId, runId } = ref;
      await projectOrPark(deps, packageId, isLast());
      await updateJob(pool, { workflowId, runId, status: 'completed' });
    },
  };
}
