import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { ReviewFailure } from '../activities/reviews.ts';

const search = 'reviewPosition';

/** Maps the failure of a step to the failure of its review. */
export function reviewFailureOf(error: unknown): ReviewFailure {
  if (!(error instanceof ActivityFailure)) return 'internal';
  const { cause, activityType } = error;
  if (cause instanceof TimeoutFailure)
    return activityType === search ? missed(cause.timeoutType) : 'internal';
  if (!(cause instanceof ApplicationFailure) || !cause.nonRetryable) return 'internal';
  if (cause.type === 'engine_failed') return 'engine_failed';
  // other final failures are refusals of the rules
  return cause.type === 'internal' ? 'internal' : 'game_invalid';
}

/** Heartbeats without a result mean that the engine is too slow; missing heartbeats, that it is gone. */
function missed(timeout: TimeoutFailure['timeoutType']): ReviewFailure {
  return timeout === 'START_TO_CLOSE' ? 'time_limit' : 'engine_away';
}
