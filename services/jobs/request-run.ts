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

/** The job of a requested run. `isNew`: this is the first request for the run. */
export interface Requested {
  jobId: string;
  runId: string;
  isNew: boolean;
}

const attempts = 15;
const pauseMs = 200;

/** The joined run has finished its work and would ignore the request. */
class RunIsOver extends Error {
  override name = 'RunIsOver';
}

/**
 * Starts a run, or joins the running one with the same id, and then records it in one transaction with the writes of
 * `record`. No transaction is open during the start. A run whose record fails continues its work. A run that has
 * finished its work is not joined: the start is repeated until its workflow has ended.
 * @throws DomainError `not_ready`, and errors of `record`
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
