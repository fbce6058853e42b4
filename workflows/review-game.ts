import {
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReviewPositionActivities } from '../activities/engine/review-position.ts';
import type { ReviewPlan } from '../activities/reviews.ts';
import { reviews } from './activities.ts';
import { queues, type ReviewEnding, type ReviewInput } from './definitions.ts';
import { asRefusal } from './refusal.ts';
import { finish, takeNotes } from './run-notes.ts';
import { reviewFailureOf } from './review-failure.ts';
import { priorityAfterWait, priorityOfReview } from './review-priority.ts';

/** The limit of searches per run: a longer history would take too long to replay. */
const searchesPerRun = 500;
/** Time beyond the search's own limit, after which its process counts as hanging. */
const reserveMs = 15_000;

/**
 * Searches every position of a game, the last one first, so that each search knows the result of the played move.
 * Stored results stay in any case; a restarted run continues after the stored rows.
 */
export async function reviewGame(input: ReviewInput): Promise<ReviewEnding> {
  const { workflowId, runId } = workflowInfo();
  const run = { ...input, workflowId, runId };
  const note = takeNotes();
  const end = (ending: ReviewEnding) => {
    finish(ending, note);
    return ending;
  };
  try {
    const plan = await reviews.beginReview(run);
    if (plan) note(`${plan.nextPly + 1} of ${plan.totalMoves + 1} positions to search`);
    const progress = plan ? await searchPositions(input, plan) : 'ended';
    if (progress === 'done') return end((await reviews.finishReview(run)) ? 'completed' : 'gone');
    if (progress === 'ended') {
      await reviews.closeReview(run);
      return end('gone');
    }
  } catch (error) {
    // a search may fail in another way before it receives the cancellation
    const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    const message = asRefusal(error)?.message ?? 'the review could not be finished';
    note(isCancelled ? 'cancelled' : message);
    await CancellationScope.nonCancellable(() =>
      isCancelled
        ? reviews.cancelReview(run)
        : reviews.failReview({ ...run, message, failure: reviewFailureOf(error) }),
    );
    finish(isCancelled ? 'cancelled' : 'failed', note);
    throw isCancelled && !isCancellation(error) ? new CancelledFailure('the review was cancelled') : error;
  }
  return continueAsNew<typeof reviewGame>(input);
}

/** `ended`: the review was cancelled or removed. `more`: the rest is left to another run. */
async function searchPositions(input: ReviewInput, plan: ReviewPlan): Promise<'done' | 'ended' | 'more'> {
  const { reviewPosition } = searching(plan);
  let priority = priorityOfReview(plan);
  let searches = 0;
  for (let ply = plan.nextPly; ply >= 0;) {
    if (searches === searchesPerRun) return 'more';
    searches += 1;
    try {
      const isKept = await reviewPosition.executeWithOptions(
        { summary: `after ${ply} half-moves`, ...turn(priority, plan) },
        [{ ...input, ply }],
      );
      if (!isKept) return 'ended';
      ply -= 1;
      priority = priorityOfReview(plan);
    } catch (error) {
      const next = priorityAfterWait(priority);
      if (next === null || !hasWaitedInVain(error)) throw error;
      priority = next;
    }
  }
  return 'done';
}

/** The priority of a search, and the limit of its wait when its priority can still rise. */
function turn(priority: number, { patienceMs }: ReviewPlan) {
  const isBounded = priorityAfterWait(priority) !== null;
  return {
    priority: { priorityKey: priority },
    ...(isBounded ? { scheduleToStartTimeout: patienceMs } : {}),
  };
}

function hasWaitedInVain(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof TimeoutFailure &&
    error.cause.timeoutType === 'SCHEDULE_TO_START'
  );
}

function searching(plan: ReviewPlan) {
  return proxyActivities<ReviewPositionActivities>({
    taskQueue: queues.engineReview,
    startToCloseTimeout: plan.movetimeMs + reserveMs,
    // the engine may be unreachable for long: queued searches wait for it
    scheduleToCloseTimeout: '30d',
    heartbeatTimeout: '5s',
    // a cancelled review ends only after its search has stopped
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // attempts for a day: an unreachable database must not fail the review; engine failures are counted by the step
    retry: {
      initialInterval: '200ms',
      backoffCoefficient: 2,
      maximumInterval: '30s',
      maximumAttempts: 3_000,
    },
  });
}
