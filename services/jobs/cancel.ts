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
 * Asks the workflow of a job to end; its row shows it afterwards. A cancelled publish removes its release.
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
  // on record before: what is asked of the workflow service can not be taken back
  await pool.transaction(async (tx) => {
    const locked = await lockJob(tx, id);
    if (!locked) throw notFound('job');
    assertCancellable(locked);
    await writeCancel(tx, caller, job);
  });
  try {
    if (!(await jobRuns.cancel(job))) throw ended;
  } catch (error) {
    // the run was not asked to end: that is on record as well
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
  // the release stays hidden without it, and the reconciler would start another
  if (kind === 'hold_release') {
    throw new DomainError('invalid_state', 'this job ends with a decision: approve or reject the release');
  }
}
