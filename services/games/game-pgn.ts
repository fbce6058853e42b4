import type { Game } from '../../chess/game.ts';
import type { Locale } from '../../chess/locale.ts';
import { coordinatesOf } from '../../chess/move.ts';
import { type MoveComment, writePgn } from '../../chess/pgn-write.ts';
import { reviewComments } from '../../chess/review/annotated-pgn.ts';
import { ReviewResult } from '../../chess/review/result.ts';
import { findLatestReview } from '../../store/postgres/chess/game-reviews.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';

export interface PgnWish {
  baseUrl: string;
  locale: Locale;
  /** Whether the text has the annotations of the latest review. */
  isAnnotated: boolean;
}

/** The game as PGN. */
export async function writeGamePgn(
  { pool }: Pick<Platform, 'pool'>,
  game: Game,
  wish: PgnWish,
): Promise<string> {
  const { baseUrl, locale } = wish;
  const comments = wish.isAnnotated ? await findComments(pool, game) : null;
  if (!comments) return writePgn(game, { baseUrl, locale });
  return writePgn(game, { baseUrl, locale, comments, tags: { Annotator: 'Rookery' } });
}

/**
 * Null without a review of these moves. The game may have continued since the review, but moves are never taken back.
 */
async function findComments(pool: Pool, game: Game): Promise<ReadonlyMap<number, MoveComment> | null> {
  const review = await findLatestReview(pool, game.id);
  if (!review || review.startFen !== game.startFen) return null;
  const played = game.moves.slice(0, review.moves.length).map(coordinatesOf);
  if (played.join(' ') !== review.moves.join(' ')) return null;
  return reviewComments(ReviewResult.parse(review.result));
}
