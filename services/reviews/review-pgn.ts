import { chessError } from '../../chess/errors.ts';
import { writePgn } from '../../chess/pgn-write.ts';
import type { MessageKey, Locale } from '../../chess/locale.ts';
import { reviewComments } from '../../chess/review/annotated-pgn.ts';
import { failureSentence } from '../../chess/review/failure.ts';
import { reviewedGame } from '../../chess/review/played-moves.ts';
import { ReviewResult } from '../../chess/review/result.ts';
import { findGame } from '../../store/postgres/chess/games.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { ReviewWithResult } from '../../store/postgres/chess/reviews.ts';

/**
 * The reviewed moves with evaluations, glyphs and better lines. Tags and result are those of the game, if it
 * still exists and ended where the review does.
 * @throws ChessError `invalid_state` before the review is completed
 */
export async function writeReviewPgn(
  pool: Pool,
  review: ReviewWithResult,
  options: { baseUrl: string; locale: Locale },
): Promise<string> {
  if (review.status !== 'completed') throw chessError('invalid_state', reasonOf(review));
  const found = await findGame(pool, review.gameId);
  const game = reviewedGame(review, found?.game ?? null);
  const comments = reviewComments(ReviewResult.parse(review.result));
  return writePgn(game, { ...options, comments, tags: { Annotator: 'Rookery' } });
}

/** Why there is no result. */
function reasonOf({ status, failure }: ReviewWithResult): MessageKey {
  if (status === 'cancelled') return 'error.review_cancelled';
  return status === 'failed' ? failureSentence(failure ?? 'internal') : 'error.review_not_ready';
}
