import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findJob } from '../../store/postgres/jobs/job-list.ts';
import { repeatJob } from '../../store/postgres/jobs/jobs.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type JobView, viewOf } from './list.ts';
import type { JobRuns } from './runs.ts';

export interface RetryDeps {
  pool: Pool;
  jobRuns: JobRuns;
}

/**
 * Has a job that ended badly done once more, as a job of its own, which is returned. The workflow service lets one run
 * of a workflow live at a time: of two who retry at once, one is refused.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state`, `not_ready`
 */
export async function retryJob({ pool, jobRuns }: RetryDeps, caller: Caller, id: string): Promise<JobView> {
  authorizeOnPlatform(caller.actor, 'manage_jobs');
  const job = await getJob(pool, id);
  if (!job.canRetry) {
    const now = job.isRepeated ? 'it has run again since' : `it is ${job.status}`;
    throw new DomainError('invalid_state', `this job can not be retried: ${now}`);
  }
  const { workflowId, kind } = job;
  const runId = await jobRuns.startAgain(job);
  if (runId === null) {
    throw new DomainError('invalid_state', 'the workflow service has forgotten the run of this job');
  }
  return pool.transaction(async (tx) => {
    const repeated = await repeatJob(tx, id, { workflowId, runId });
    await writeAudit(tx, {
      action: 'admin_job_retry',
      performer: performedBy(caller),
      metadata: { job_id: id, new_job_id: repeated, kind, workflow_id: workflowId, run_id: runId },
    });
    const again = await findJob(tx, repeated);
    return viewOf(again ?? job);
  });
}

async function getJob(pool: Pool, id: string): Promise<JobView> {
  const job = await findJob(pool, id);
  if (!job) throw notFound('job');
  return viewOf(job);
}
