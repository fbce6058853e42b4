import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import { findJob } from '../../store/postgres/jobs/job-list.ts';
import { type JobView, viewOf } from './list.ts';
import type { RunSummary } from './runs.ts';
import type { Platform } from '../platform.ts';

/**
 * One job, with the state of its run in the workflow service; null when that has forgotten it.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `not_ready`
 */
export async function showJob(
  { pool, jobRuns, queueWatch }: Pick<Platform, 'pool' | 'jobRuns' | 'queueWatch'>,
  actor: Actor,
  id: string,
): Promise<{ job: JobView; run: RunSummary | null }> {
  authorizeOnPlatform(actor, 'read_jobs');
  const job = await findJob(pool, id);
  if (!job) throw notFound('job');
  const [unserved, run] = await Promise.all([queueWatch.unserved(), jobRuns.summarize(job)]);
  return { job: viewOf(job, unserved), run };
}
