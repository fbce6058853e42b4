import { type QueueName, roleOfQueue } from '../health/queues.ts';
import type { JobView } from './list.ts';

/** What an operator can do about a job; each surface has its own words for it. */
export type Remedy =
  | { kind: 'start_role'; queue: QueueName; role: (typeof roleOfQueue)[QueueName] }
  /** The worker that took the attempt is overdue. */
  | { kind: 'see_workers' }
  | { kind: 'retry' }
  /** A person decides about the release; `waitsFor` says why it waits. */
  | { kind: 'decide'; waitsFor: string | null }
  | { kind: 'see_error' };

/** Null where nothing is to be done. */
export function remedyOf(job: JobView): Remedy | null {
  const { unservedQueue: queue } = job;
  if (queue !== null) return { kind: 'start_role', queue, role: roleOfQueue[queue] };
  if (job.isStale) return { kind: 'see_workers' };
  if (job.canRetry) return { kind: 'retry' };
  if (job.status === 'waiting') return { kind: 'decide', waitsFor: job.waitsFor };
  if (job.status === 'running' && job.lastError !== null) return { kind: 'see_error' };
  return null;
}
