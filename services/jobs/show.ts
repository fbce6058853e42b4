import { validate as isUuid } from 'uuid';
import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { findJob, type ListedJob } from '../../store/postgres/jobs/job-list.ts';
import { type JobView, viewOf } from './list.ts';
import type { RunSummary } from './runs.ts';
import type { Platform } from '../platform.ts';

export interface ShownJob {
  job: JobView;
  /** Its state in the workflow service; null when the service no longer has it or is unreachable. */
  run: RunSummary | null;
  /** Why the run is unknown; null unless the workflow service is unreachable. */
  outage: DomainError | null;
}

/**
 * One job, with the state of its run.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`
 */
export async function showJob(
  { pool, jobRuns, queueWatch }: Pick<Platform, 'pool' | 'jobRuns' | 'queueWatch'>,
  actor: Actor,
  id: string,
): Promise<ShownJob> {
  authorizeOnPlatform(actor, 'read_jobs');
  const job = isUuid(id) ? await findJob(pool, id) : null;
  if (!job) throw notFound('job');
  const [unserved, { run, outage }] = await Promise.all([queueWatch.unserved(), runOf({ jobRuns }, job)]);
  return { job: viewOf(job, unserved), run, outage };
}

async function runOf(
  { jobRuns }: Pick<Platform, 'jobRuns'>,
  job: ListedJob,
): Promise<Pick<ShownJob, 'run' | 'outage'>> {
  try {
    return { run: await jobRuns.summarize(job), outage: null };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_ready') return { run: null, outage: error };
    throw error;
  }
}
