import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { insertRequestedJob, type JobKind } from '../../store/postgres/jobs/jobs.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { JobRuns, Wanted } from './runs.ts';
import type { Platform } from '../platform.ts';

export interface RequestedRun extends Wanted {
  kind: JobKind;
  payload: Record<string, string | null>;
}

/** Starts the run inside of the transaction that requests it. */
export type StartRun = (wanted: RequestedRun) => Promise<{ jobId: string; runId: string }>;

const attempts = 15;
const pauseMs = 200;

/** The joined run has done its work already and would ignore the request. */
class RunIsOver extends Error {
  override name = 'RunIsOver';
}

/**
 * A transaction that starts a run, or joins the one that is running for the same. The workflow is started before the commit,
 * so that an answered run is never lost; one whose commit fails does its work all the same. A run that has done its
 * work is not joined: the transaction is rolled back and repeated when that workflow has ended.
 * @throws DomainError `not_ready`, and the errors of `request`
 */
export async function requestRun<Result>(
  { pool, jobRuns }: Pick<Platform, 'pool' | 'jobRuns'>,
  request: (tx: Transaction, start: StartRun) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.transaction((tx) => request(tx, (wanted) => start(jobRuns, tx, wanted)));
    } catch (error) {
      if (!(error instanceof RunIsOver)) throw error;
      if (attempt >= attempts) {
        const detail = 'the run before this one is just ending, try again';
        throw new DomainError('not_ready', detail, { retryAfterSeconds: 1 }, error);
      }
    }
    await setTimeout(pauseMs);
  }
}

async function start(
  jobRuns: JobRuns,
  tx: Transaction,
  { kind, payload, ...wanted }: RequestedRun,
): ReturnType<StartRun> {
  const runId = await jobRuns.start(wanted);
  const { workflowId } = wanted;
  const { id, isOver } = await insertRequestedJob(tx, { kind, workflowId, runId, payload });
  if (isOver) throw new RunIsOver(workflowId);
  return { jobId: id, runId };
}
