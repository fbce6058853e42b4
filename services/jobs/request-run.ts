import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { insertRequestedJob, type JobKind, readClock } from '../../store/postgres/jobs/jobs.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { Wanted } from './runs.ts';
import type { Platform } from '../platform.ts';

export interface RequestedRun extends Wanted {
  kind: JobKind;
  payload: Record<string, string | null>;
}

/** The job of a run that was asked for. `isNew`: this is the first request for the run. */
export interface Requested {
  jobId: string;
  runId: string;
  isNew: boolean;
}

const attempts = 15;
const pauseMs = 200;

/** The joined run has done its work already and would ignore the request. */
class RunIsOver extends Error {
  override name = 'RunIsOver';
}

/**
 * Starts a run, or joins the one that is running for the same, and then puts it on record in one transaction with what `record`
 * writes. No transaction is open during the start. A run whose record fails does its work all the same. A run that has done its
 * work is not joined: the request comes again when that workflow has ended.
 * @throws DomainError `not_ready`, and what `record` throws
 */
export async function requestRun<Result>(
  { pool, jobRuns }: Pick<Platform, 'pool' | 'jobRuns'>,
  { kind, payload, ...wanted }: RequestedRun,
  record: (tx: Transaction, requested: Requested) => Promise<Result>,
): Promise<Result> {
  const { workflowId } = wanted;
  for (let attempt = 1; ; attempt += 1) {
    const since = await readClock(pool);
    const runId = await jobRuns.start(wanted);
    try {
      return await pool.transaction(async (tx) => {
        const { id, isOver, isNew } = await insertRequestedJob(tx, {
          kind,
          workflowId,
          runId,
          payload,
          since,
        });
        if (isOver) throw new RunIsOver(workflowId);
        return record(tx, { jobId: id, runId, isNew });
      });
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
