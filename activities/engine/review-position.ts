import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Metrics } from '../../config/metrics.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { listReviewPositions, saveReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import { findReview } from '../../store/postgres/chess/reviews.ts';
import type { ReviewPositionInput } from '../../workflows/definitions.ts';
import { keepHeartbeatDetails } from '../heartbeat.ts';
import type { Analyst } from './analyst.ts';
import { isHopeless, readFailures } from './failures-so-far.ts';
import { farthestKnown } from './positions-known.ts';
import { createReviewSearch } from './review-search.ts';

export interface ReviewPositionDeps {
  pool: Pool;
  analyst: Analyst;
  metrics: Metrics;
}

export type ReviewPositionActivities = ReturnType<typeof createReviewPositionActivities>;

/** The searches of reviews, each of one position. */
export function createReviewPositionActivities({ pool, analyst, metrics }: ReviewPositionDeps) {
  const search = createReviewSearch(analyst);

  return {
    /**
     * Searches a position and stores the answer. A stored answer is kept, so a repeated step costs nothing. Returns
     * false when the review has ended meanwhile.
     */
    async reviewPosition({ reviewId, ply }: ReviewPositionInput): Promise<boolean> {
      const review = await findReview(pool, reviewId);
      if (review?.status !== 'running') return false;
      const near = { from: ply, to: ply + farthestKnown };
      const later = await listReviewPositions(pool, reviewId, near);
      if (later[0]?.ply === ply) return true;
      const failures = readFailures(activityInfo().heartbeatDetails);
      if (isHopeless(failures)) throw hopeless(ply);
      // counted before the search: an engine that crashes on the position can't report it
      keepHeartbeatDetails({ ...failures, deaths: failures.deaths + 1 });
      const analysis = await search(review, ply, later, cancellationSignal()).catch((error: unknown) => {
        const counted = isFault(error) ? { ...failures, faults: failures.faults + 1 } : failures;
        keepHeartbeatDetails(counted);
        throw isFault(error) && isHopeless(counted) ? hopeless(ply, error) : error;
      });
      keepHeartbeatDetails(failures);
      // a cancelled search returns its result so far, which is not the answer
      cancellationSignal().throwIfAborted();
      metrics.engineNodes.inc({ kind: 'review' }, analysis.nodes);
      return saveReviewPosition(pool, reviewId, { ply, analysis });
    },
  };
}

function isFault(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'failed';
}

function hopeless(ply: number, cause?: EngineError): ApplicationFailure {
  const message = `the engine failed on the position after ${ply} half-moves`;
  return ApplicationFailure.create({
    message,
    type: 'engine_failed',
    nonRetryable: true,
    ...(cause ? { cause } : {}),
  });
}
