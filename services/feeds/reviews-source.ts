import type { Pool } from '../../store/postgres/pool.ts';
import { findReviewProgress, type ReviewProgress } from '../../store/postgres/chess/review-progress.ts';
import { presentStatus } from '../reviews/present-review.ts';
import { type FeedEvent, feedEvent, type Source } from './feed-event.ts';

/** The progress of reviews. Only the latest state counts: it includes the earlier ones. */
export function createReviewsSource(pool: Pool): Source {
  return {
    isDense: false,
    async find(id) {
      const progress = await findReviewProgress(pool, id);
      return progress && { seq: numberOf(progress), isGone: false };
    },
    async listSince(id, seq) {
      const progress = await findReviewProgress(pool, id);
      if (!progress) return seq < afterLast ? [goneOf(id)] : [];
      return numberOf(progress) > seq ? [happeningOf(progress)] : [];
    },
    // there are no followers of all reviews
    listChangedWithin: async () => [],
  };
}

const beforeFirst = 2;
/** Greater than the number of every state, for a game of any length. */
const afterLast = 1_000_000;

/** The number of a state, the same on every server; it rises as the review advances. */
function numberOf({ status, movesAnalyzed, totalMoves }: ReviewProgress): number {
  if (status === 'queued') return 1;
  return status === 'running' ? beforeFirst + movesAnalyzed : beforeFirst + totalMoves + 1;
}

function happeningOf(progress: ReviewProgress): FeedEvent {
  const { id, status, movesAnalyzed, totalMoves } = progress;
  const seq = numberOf(progress);
  const isLast = status !== 'queued' && status !== 'running';
  return feedEvent({ id, seq, isLast }, (locale) => ({
    type: 'event',
    event: 'review_progress',
    job_id: id,
    seq,
    data: {
      job_id: id,
      status: presentStatus(progress, locale),
      moves_analyzed: movesAnalyzed,
      total_moves: totalMoves,
    },
  }));
}

/** The last event of a review that was removed before its end could be sent. */
function goneOf(id: string): FeedEvent {
  const data = { job_id: id, status: null, moves_analyzed: null, total_moves: null };
  const event = { type: 'event', event: 'review_progress', job_id: id, seq: afterLast, data };
  return feedEvent({ id, seq: afterLast, isLast: true }, () => event);
}
