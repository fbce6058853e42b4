import { activityInfo, log } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { noteFailedAttempt } from '../store/postgres/jobs/jobs.ts';
import { messageOf } from '../domain/error-text.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** Shows on an open job why its step is retried. Outermost interceptor, so that refusals are already converted. */
export function failedAttempts(pool: Pool): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (!isFinal(error)) note(pool, error);
        throw error;
      }
    },
  };
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof CancelledFailure || (error instanceof ApplicationFailure && error.nonRetryable === true)
  );
}

/** Not awaited: an unreachable database must not delay the retry. */
function note(pool: Pool, error: unknown): void {
  const { attempt, workflowExecution } = activityInfo();
  if (workflowExecution === undefined) return;
  const lastError = messageOf(error);
  const { workflowId, runId } = workflowExecution;
  noteFailedAttempt(pool, { workflowId, runId, attempts: attempt, lastError }).catch((reason: unknown) =>
    log.debug('a failed attempt was not noted', { error: reason }),
  );
}
