import { ApplicationFailure } from '@temporalio/common';
import { annotateGame } from '../chess/review/annotate.ts';
import type { ReviewFailure } from '../chess/review/failure.ts';
import { readPlayedMoves } from '../chess/review/played-moves.ts';
import type { ReviewResult } from '../chess/review/result.ts';
import { type JobStatus, openJob, updateJob } from '../store/postgres/jobs/jobs.ts';
import type { Pool, Queryable } from '../store/postgres/pool.ts';
import { findEarliestPosition, listReviewPositions } from '../store/postgres/chess/review-positions.ts';
import { findReviewProgress } from '../store/postgres/chess/review-progress.ts';
import {
  beginReview,
  cancelReview,
  completeReview,
  countEarlierReviews,
  failReview,
  findReview,
  type Review,
} from '../store/postgres/chess/reviews.ts';
import type { ReviewInput } from '../workflows/definitions.ts';
import type { RunRef } from '../workflows/definitions.ts';

/** The remaining work of a run. */
export interface ReviewPlan {
  /** The first position to search; the positions before it follow. -1 when all positions are searched. */
  nextPly: number;
  totalMoves: number;
  /** The limit of each search. */
  movetimeMs: number;
  /** Earlier open reviews of the same submitter. */
  earlier: number;
  /** Milliseconds that a position waits for its turn before its priority rises. */
  patienceMs: number;
}

const patienceMs = 2 * 60_000;

export type { ReviewFailure };

/** Why a review is given up. */
interface FailedReview {
  /** For operators. */
  message: string;
  /** For the submitter. */
  failure: ReviewFailure;
}

export type ReviewActivities = ReturnType<typeof createReviewActivities>;

/** The steps of `reviewGame` that need no engine. Each can run twice. */
export function createReviewActivities({ pool }: { pool: Pool }) {
  return {
    /** Returns null when no work is left: the review has ended, or was removed. */
    async beginReview({ reviewId, workflowId, runId }: ReviewInput & RunRef): Promise<ReviewPlan | null> {
      return pool.transaction(async (tx) => {
        const review = await beginReview(tx, reviewId);
        if (!review) return null;
        const { gameId, totalMoves, settings } = review;
        await openJob(tx, { kind: 'review_game', workflowId, runId, payload: { reviewId, gameId } });
        const earliest = await findEarliestPosition(tx, reviewId);
        const nextPly = (earliest ?? totalMoves + 1) - 1;
        const earlier = await countEarlierReviews(tx, review);
        return { nextPly, totalMoves, movetimeMs: settings.movetimeMs, earlier, patienceMs };
      });
    },

    /** Concludes the review from its searches. False when the review was cancelled or removed before. */
    async finishReview({ reviewId, ...run }: ReviewInput & RunRef): Promise<boolean> {
      const review = await findReview(pool, reviewId);
      const result = review?.status === 'running' ? await concludeReview(pool, review) : null;
      return pool.transaction(async (tx) => {
        if (result) await completeReview(tx, reviewId, result);
        const ending = await endingOf(tx, reviewId);
        await closeJob(tx, run, ending);
        return ending === 'completed';
      });
    },

    async failReview({
      reviewId,
      message,
      failure,
      ...run
    }: ReviewInput & RunRef & FailedReview): Promise<void> {
      await pool.transaction(async (tx) => {
        await failReview(tx, reviewId, { failure, error: message });
        await updateJob(tx, { ...run, status: 'failed', lastError: message });
      });
    },

    async cancelReview({ reviewId, ...run }: ReviewInput & RunRef): Promise<void> {
      await pool.transaction(async (tx) => {
        await cancelReview(tx, reviewId);
        await closeJob(tx, run, 'cancelled');
      });
    },

    /** Gives the job the ending of its review, which another process has ended. */
    async closeReview({ reviewId, ...run }: ReviewInput & RunRef): Promise<void> {
      const { workflowId } = run;
      await updateJob(pool, { workflowId, status: await endingOf(pool, reviewId) });
    },
  };
}

async function closeJob(db: Queryable, run: RunRef, status: JobStatus): Promise<void> {
  await updateJob(db, { ...run, status });
}

/** A missing review counts as cancelled: a finished review has no workflow. */
async function endingOf(db: Queryable, reviewId: string): Promise<JobStatus> {
  const review = await findReviewProgress(db, reviewId);
  return review?.status === 'completed' || review?.status === 'failed' ? review.status : 'cancelled';
}

async function concludeReview(pool: Pool, review: Review): Promise<ReviewResult> {
  const positions = await listReviewPositions(pool, review.id, { from: 0, to: review.totalMoves });
  const analyses = new Map(positions.map(({ ply, analysis }) => [ply, analysis]));
  const known = [...analyses.values()];
  try {
    return annotateGame({
      startFen: review.startFen,
      moves: readPlayedMoves(review.startFen, review.moves),
      positions: Array.from({ length: review.totalMoves + 1 }, (_, ply) => analyses.get(ply) ?? null),
      settings: {
        depth: review.settings.depth,
        isBookAvailable: known.some(({ book }) => book !== undefined),
        isTablebaseAvailable: known.some(({ tablebase }) => tablebase !== undefined),
      },
    });
  } catch (error) {
    // not retryable: a retry would read the same rows
    const message = 'the searches of the review do not fit its game';
    throw ApplicationFailure.create({ message, type: 'internal', nonRetryable: true, cause: asError(error) });
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
