import { activityInfo } from '@temporalio/activity';
import { RenderFailure } from '../domain/render-failure.ts';
import { updateJob } from '../store/postgres/jobs/jobs.ts';
import { projectOrPark, type ProjectDeps } from './project-package.ts';
import type { ReleaseRef, RunRef } from './publish-deps.ts';
import { attachStagedFiles, type StagedFileDeps } from './staged-files.ts';

export type SearchDeps = StagedFileDeps & ProjectDeps;

export type SearchActivities = ReturnType<typeof createSearchActivities>;

/** What can't be rendered is tried so often in a row, and parked then. */
const attemptsToRender = 3;

const isLast = () => activityInfo().attempt >= attemptsToRender;

export function createSearchActivities(deps: SearchDeps) {
  const { pool } = deps;
  return {
    /** Brings the search engine's document of one package up to date with the database. */
    async projectPackage({ packageId }: { packageId: string }): Promise<void> {
      await projectOrPark(deps, packageId, isLast());
    },

    /** Last step of a publish; until it succeeds the job stays open and shows why. */
    async finishPublish(ref: ReleaseRef & RunRef): Promise<void> {
      const { releaseId, packageId, workflowId, runId } = ref;
      const unattached = await attachOrGiveUp(deps, releaseId);
      await projectOrPark(deps, packageId, isLast());
      const ending = unattached === null ? { status: 'completed' as const } : failed(unattached);
      await updateJob(pool, { workflowId, runId, ...ending });
    },
  };
}

function failed({ report }: RenderFailure) {
  return { status: 'failed' as const, lastError: `files that wait for the release: ${report}` };
}

/** What stands in the way for good, and the files go on waiting. */
async function attachOrGiveUp(deps: StagedFileDeps, releaseId: string): Promise<RenderFailure | null> {
  try {
    await attachStagedFiles(deps, releaseId);
    return null;
  } catch (error) {
    if (error instanceof RenderFailure && isLast()) return error;
    throw error;
  }
}
