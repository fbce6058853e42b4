import { setTimeout } from 'node:timers/promises';
import { validate as isUuid } from 'uuid';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findJob, lockJob } from '../../store/postgres/jobs/job-list.ts';
import { beginRetry, endRetry, repeatJob } from '../../store/postgres/jobs/jobs.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type JobView, viewOf } from './list.ts';
import type { Platform } from '../platform.ts';

/** Pauses between attempts: the job of a run ends shortly before its workflow. */
const endingPausesMs = [50, 100, 200, 400, 800];

/**
 * Repeats a failed job and returns the new job. The second of two concurrent retries is refused, even when the new run
 * has ended by then: the first has recorded its start. No transaction is open during a call of the workflow service.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `invalid_state`, `not_ready`
 */
export async function retryJob(
  platform: Pick<Platform, 'pool' | 'jobRuns' | 'log'>,
  caller: Caller,
  id: string,
): Promise<JobView> {
  authorizeOnPlatform(caller.actor, 'manage_jobs');
  const { pool, log } = platform;
  const { job, begunAt } = await pool.transaction(async (tx) => {
    const found = await getRetryable(tx, id);
    const at = await beginRetry(tx, id);
    if (at !== null) return { job: found, begunAt: at };
    throw new DomainError('invalid_state', 'this job can not be retried: it is being started again');
  });
  try {
    const runId = await startAgain(platform, job);
    return await pool.transaction((tx) => recordRetry(tx, caller, job, runId));
  } finally {
    // the mark expires by itself: a failure to remove it does not fail the retry
    await endRetry(pool, id, begunAt).catch((error: unknown) =>
      log.warn({ err: error, jobId: id }, 'the end of a retry is not on record'),
    );
  }
}

/** @throws DomainError `invalid_state`, `not_ready` */
async function startAgain({ jobRuns }: Pick<Platform, 'jobRuns'>, job: JobView): Promise<string> {
  for (const pauseMs of [...endingPausesMs, null]) {
    const started = await jobRuns.startAgain(job);
    if (started === 'forgotten') {
      throw new DomainError('invalid_state', 'the workflow service has forgotten the run of this job');
    }
    if (started !== 'running') return started.runId;
    if (pauseMs !== null) await setTimeout(pauseMs);
  }
  throw new DomainError('invalid_state', 'the workflow of this job is running');
}

async function recordRetry(tx: Transaction, caller: Caller, job: JobView, runId: string): Promise<JobView> {
  const { id, workflowId, kind } = job;
  const repeated = await repeatJob(tx, id, { workflowId, runId });
  await writeAudit(tx, {
    action: 'admin_job_retry',
    performer: performedBy(caller),
    metadata: { job_id: id, new_job_id: repeated, kind, workflow_id: workflowId, run_id: runId },
  });
  return viewOf((await findJob(tx, repeated)) ?? job);
}

async function getRetryable(tx: Transaction, id: string): Promise<JobView> {
  const job = isUuid(id) ? await lockJob(tx, id) : null;
  if (!job) throw notFound('job');
  const view = viewOf(job);
  if (view.canRetry) return view;
  const now = job.isRepeated ? 'it has run again since' : `it is ${job.status}`;
  throw new DomainError('invalid_state', `this job can not be retried: ${now}`);
}
