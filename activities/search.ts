import type { Platform } from '../services/platform.ts';
import { activityInfo } from '@temporalio/activity';
import { updateJob } from '../store/postgres/jobs/jobs.ts';
import { projectOrPark } from './project-package.ts';
import type { ReleaseRef, RunRef } from '../workflows/definitions.ts';

export type SearchActivities = ReturnType<typeof createSearchActivities>;

/** An unrenderable package is parked after so many attempts in a row. */
const attemptsToRender = 3;

const isLast = () => activityInfo().attempt >= attemptsToRender;

export function createSearchActivities(platform: Pick<Platform, 'pool' | 'search'>) {
  const { pool } = platform;
  return {
    /** Updates the search entry of one package from the database. */
    async projectPackage({ packageId }: { packageId: string }): Promise<void> {
      await projectOrPark(platform, packageId, isLast());
    },

    /** Last step of a publish; the job stays open and shows the error until the step succeeds. */
    async finishPublish(ref: ReleaseRef & RunRef): Promise<void> {
      const { packageId, workflowId, runId } = ref;
      await projectOrPark(platform, packageId, isLast());
      await updateJob(pool, { workflowId, runId, status: 'completed' });
    },
  };
}
