import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { PositionActivities } from '../activities/engine/position.ts';
import { type PositionAnalysis, type PositionInput, queues } from './definitions.ts';
import { asRefusal } from './refusal.ts';

/** Time beyond the search's own limit, for a slow process. A process without heartbeats is detected sooner. */
const reserveMs = 4_000;

/**
 * Runs one search for a waiting client. The death of an engine causes one retry; without any engine the client gets an
 * error at once. A cancelled run ends only after its search has stopped, so that the count of searches is right.
 */
export async function analysePosition(input: PositionInput): Promise<PositionAnalysis> {
  const { searchPosition } = proxyActivities<PositionActivities>({
    taskQueue: queues.engineInteractive,
    scheduleToStartTimeout: '4s',
    startToCloseTimeout: input.movetimeMs + reserveMs,
    heartbeatTimeout: '2s',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '100ms', maximumAttempts: 2 },
  });
  try {
    return await searchPosition(input);
  } catch (error) {
    if (isCancellation(error)) throw error;
    throw asRefusal(error) ?? asAway(error);
  }
}

function asAway(error: unknown): ApplicationFailure {
  const isAway = error instanceof ActivityFailure && error.cause instanceof TimeoutFailure;
  return ApplicationFailure.create({
    message: isAway ? 'the chess engine does not answer' : 'the search failed',
    type: isAway ? 'not_ready' : 'internal',
    nonRetryable: true,
  });
}
