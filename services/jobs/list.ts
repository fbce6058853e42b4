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
import { type QueueName, sayUnserved } from '../health/queues.ts';
import { blockingQueue, heldUpKinds } from './queues-of-kinds.ts';
import type { Platform } from '../platform.ts';

export { JobState };

/** A job, and whether an operator may repeat it. */
export interface JobView extends ListedJob {
  canRetry: boolean;
  /** The queue without a process in which the job waits; null when there is none. */
  unservedQueue: QueueName | null;
}

/**
 * Jobs in scheduling order, or newest first; the summary covers all jobs.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`
 */
export async function listJobs(
  { pool, queueWatch }: Pick<Platform, 'pool' | 'queueWatch'>,
  actor: Actor,
  wanted: Omit<JobFilter, 'unservedKinds'>,
  window: Window,
): Promise<{ summary: JobSummary; jobs: JobView[] }> {
  authorizeOnPlatform(actor, 'read_jobs');
  const unserved = await queueWatch.unserved();
  const filter = { ...wanted, unservedKinds: heldUpKinds(unserved) };
  const [summary, jobs] = await Promise.all([summarizeJobs(pool, filter), findJobs(pool, filter, window)]);
  return { summary, jobs: jobs.map((job) => viewOf(job, unserved)) };
}

/**
 * A failed job can be retried, unless its workflow has run again since. A running job that waits for a missing process
 * shows this as its error, because no process can record it.
 */
export function viewOf(job: ListedJob, unserved: readonly QueueName[] = []): JobView {
  const canRetry = !job.isRepeated && (job.status === 'failed' || job.status === 'dead');
  const isUnderWay = job.status === 'running' || job.status === 'pending';
  const unservedQueue = isUnderWay ? blockingQueue(job.kind, unserved) : null;
  const lastError = unservedQueue === null ? job.lastError : sayUnserved(unservedQueue);
  return { ...job, lastError, canRetry, unservedQueue };
}
