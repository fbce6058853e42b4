import { validate as isUuid } from 'uuid';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findJob, type ListedJob, lockJob } from '../../store/postgres/jobs/job-list.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type JobView, viewOf } from './list.ts';
import type { Platform } from '../platform.ts';

/**
 * Requests the end of a job's workflow; the job's row shows the end afterwards. A cancelled publish removes its
 * release.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state`, `not_ready`
 */
export async function cancelJob(
  { pool, jobRuns }: Pick<Platform, 'pool' | 'jobRuns'>,
  caller: Caller,
  id: string,
): Promise<JobView> {
  authorizeOnPlatform(caller.actor, 'manage_jobs');
  const job = isUuid(id) ? await findJob(pool, id) : null;
  if (!job) throw notFound('job');
  assertCancellable(job);
  const ended = new DomainError('invalid_state', 'the run of this job has ended');
  if (!(await jobRuns.isRunning(job))) throw ended;
  // recorded first, as a request to the workflow service can't be undone
  await pool.transaction(async (tx) => {
    const locked = await lockJob(tx, id);
    if (!locked) throw notFound('job');
    assertCancellable(locked);
    await writeCancel(tx, caller, job);
  });
  try {
    if (!(await jobRuns.cancel(job))) throw ended;
  } catch (error) {
    // the run got no request to end: that is recorded as well
    await pool.transaction((tx) => writeCancel(tx, caller, job, error === ended ? 'ended' : 'failed'));
    throw error;
  }
  return viewOf(job);
}

async function writeCancel(
  tx: Transaction,
  caller: Caller,
  { id, kind, workflowId, runId }: ListedJob,
  outcome?: 'ended' | 'failed',
): Promise<void> {
  await writeAudit(tx, {
    action: 'admin_job_cancel',
    performer: performedBy(caller),
    metadata: { job_id: id, kind, workflow_id: workflowId, run_id: runId, ...(outcome && { outcome }) },
  });
}

function assertCancellable({ completedAt, status, kind }: ListedJob): void {
  if (completedAt !== null) {
    throw new DomainError('invalid_state', `this job can not be cancelled: it is ${status}`);
  }
  // without its workflow the release stays hidden, and the reconciler would start another one
  if (kind === 'hold_release') {
    throw new DomainError('invalid_state', 'this job ends with a decision: approve or reject the release');
  }
}
