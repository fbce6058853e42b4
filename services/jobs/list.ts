import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import type { Window } from '../../domain/paging.ts';
import {
  type JobFilter,
  JobState,
  type JobSummary,
  type ListedJob,
  listJobs as findJobs,
  summarizeJobs,
} from '../../store/postgres/jobs/job-list.ts';
import type { Pool } from '../../store/postgres/pool.ts';

export { JobState };

/** A job, and whether an operator may have it done once more. */
export interface JobView extends ListedJob {
  canRetry: boolean;
}

/** In the order they were scheduled; the summary is of all of them. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function listJobs(
  pool: Pool,
  actor: Actor,
  filter: JobFilter,
  window: Window,
): Promise<{ summary: JobSummary; jobs: JobView[] }> {
  authorizeOnPlatform(actor, 'read_jobs');
  const [summary, jobs] = await Promise.all([summarizeJobs(pool, filter), findJobs(pool, filter, window)]);
  return { summary, jobs: jobs.map(viewOf) };
}

/** What has ended badly, unless its workflow has run again since. */
export function viewOf(job: ListedJob): JobView {
  return { ...job, canRetry: !job.isRepeated && (job.status === 'failed' || job.status === 'dead') };
}
