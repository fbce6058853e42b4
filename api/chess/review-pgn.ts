import { chessError } from '../../chess/errors.ts';
import type { Locale } from '../../chess/locale.ts';
import { writePgn } from '../../chess/pgn-write.ts';
import { reviewComments } from '../../chess/review/annotated-pgn.ts';
import { reviewedGame } from '../../chess/review/played.ts';
import { ReviewResult } from '../../chess/review/result.ts';
import { findGame } from '../../store/postgres/games.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { ReviewWithResult } from '../../store/postgres/reviews.ts';

/**
 * The reviewed moves with evaluations, glyphs and better lines. Tags and result are those of the game, as far
 * as it is still there and ended where the review does.
 * @throws DomainError `invalid_state` before the review is completed
 */
export async function writeReviewPgn(
  pool: Pool,
  review: ReviewWithResult,
  options: { baseUrl: string; locale: Locale },
): Promise<string> {
  if (review.status !== 'completed') throw chessError('invalid_state', 'error.review_not_ready');
  const found = await findGame(pool, review.gameId);
  const game = reviewedGame(review, found?.game ?? null);
  const comments = reviewComments(ReviewResult.parse(review.result));
  return writePgn(game, { ...options, comments, tags: { Annotator: 'Rookery' } });
}
