import { queues } from '../../workflows/definitions.ts';
import { type QueueName, roleOfQueue } from '../health/queues.ts';
import type { JobView } from './list.ts';
import type { RunSummary } from './run-summary.ts';

/** What an operator can do about a job; each surface has its own wording. */
export type Remedy =
  | { kind: 'start_role'; queue: QueueName; role: (typeof roleOfQueue)[QueueName] }
  /** A step or the workflow itself has waited for a while: all processes are busy, or one has just died. */
  | { kind: 'see_queue'; queue: QueueName; role: (typeof roleOfQueue)[QueueName] }
  /** The worker that took the attempt is overdue. */
  | { kind: 'see_workers' }
  | { kind: 'retry' }
  /** A person decides about the release; `waitsFor` says why it waits. */
  | { kind: 'decide'; waitsFor: string | null }
  | { kind: 'see_error' };

/** A longer wait than a process usually needs to fetch a step. */
const slowMs = 15_000;

/** Null when no action is needed. `run`: the state of the run, whose queues are more precise than the job's row. */
export function remedyOf(job: JobView, run: RunSummary | null = null): Remedy | null {
  const { unservedQueue: queue } = job;
  if (queue !== null) return { kind: 'start_role', queue, role: roleOfQueue[queue] };
  if (job.isStale) return { kind: 'see_workers' };
  if (job.canRetry) return { kind: 'retry' };
  if (job.status === 'waiting') return { kind: 'decide', waitsFor: job.waitsFor };
  if (job.status !== 'running') return null;
  const slow = run && slowQueueOf(run);
  if (slow) return { kind: 'see_queue', queue: slow, role: roleOfQueue[slow] };
  // an attempt that was lost with its process is not in the job's row
  const hasFailed =
    job.lastError !== null || run?.pendingSteps.some(({ lastFailure }) => lastFailure !== null);
  return hasFailed ? { kind: 'see_error' } : null;
}

function slowQueueOf({ pendingSteps, workflowWaitsSince }: RunSummary): QueueName | null {
  const isLong = (since: Date | null) => since !== null && Date.now() - since.getTime() > slowMs;
  if (isLong(workflowWaitsSince)) return queues.publish;
  const step = pendingSteps.find(({ state, nextAttemptAt }) => state === 'queued' && isLong(nextAttemptAt));
  return Object.values(queues).find((queue) => queue === step?.queue) ?? null;
}
