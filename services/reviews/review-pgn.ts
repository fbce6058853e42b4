import { chessError } from '../../chess/errors.ts';
import { writePgn } from '../../chess/pgn-write.ts';
import type { MessageKey, Locale } from '../../chess/locale.ts';
import { reviewComments } from '../../chess/review/annotated-pgn.ts';
import { failureSentence } from '../../chess/review/failure.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { ReviewWithResult } from '../../store/postgres/chess/reviews.ts';
import { findKnown, type KnownReview } from './known-moves.ts';

interface Options {
  baseUrl: string;
  locale: Locale;
}

/**
 * Writes the reviewed moves with evaluations, glyphs and better lines. Tags and result are those of the game if it
 * still exists and ended at the end of the review.
 * @throws ChessError `invalid_state` before the review is completed
 */
export async function writeReviewPgn(
  pool: Pool,
  review: ReviewWithResult,
  options: Options,
): Promise<string> {
  if (review.status !== 'completed') throw chessError('invalid_state', reasonOf(review));
  return writeKnownPgn(await findKnown(pool, review), options);
}

/** Writes a review in any state, with the moves that are judged so far. */
export function writeKnownPgn({ game, annotations }: KnownReview, options: Options): string {
  const comments = reviewComments({ annotations: [...annotations] });
  return writePgn(game, { ...options, comments, tags: { Annotator: 'Rookery' } });
}

/** The reason of a missing result. */
function reasonOf({ status, failure }: ReviewWithResult): MessageKey {
  if (status === 'cancelled') return 'error.review_cancelled';
  return status === 'failed' ? failureSentence(failure ?? 'internal') : 'error.review_not_ready';
}
