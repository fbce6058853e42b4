import type { Game } from '../../chess/game.ts';
import type { ReachedOpening } from '../../chess/openings/openings.ts';
import { annotateEnd } from '../../chess/review/annotate.ts';
import { reviewedGame, reviewedOpening } from '../../chess/review/played-moves.ts';
import { type Annotation, ReviewResult } from '../../chess/review/result.ts';
import { findGame } from '../../store/postgres/chess/games.ts';
import { listReviewPositions } from '../../store/postgres/chess/review-positions.ts';
import type { Review, ReviewWithResult } from '../../store/postgres/chess/reviews.ts';
import type { Pool } from '../../store/postgres/pool.ts';

/** A review in any state, with its game and its results so far. */
export interface KnownReview {
  review: Review;
  game: Game;
  /** Whether the game still exists; a review has its own copy of the moves. */
  hasGame: boolean;
  opening: ReachedOpening | null;
  /** The judged moves, in the order of the game: while the review runs, those at the end of the game. */
  annotations: readonly Annotation[];
  /** Null until the review is completed. */
  result: ReviewResult | null;
}

/** Returns the results of a review so far. */
export async function findKnown(pool: Pool, review: ReviewWithResult): Promise<KnownReview> {
  const stored = await findGame(pool, review.gameId);
  const game = reviewedGame(review, stored?.game ?? null);
  const opening = reviewedOpening(review);
  const known = { review, game, hasGame: stored !== null, opening };
  if (review.status !== 'completed') {
    return { ...known, result: null, annotations: await annotateKnown(pool, review, game) };
  }
  const result = ReviewResult.parse(review.result);
  return { ...known, result, annotations: result.annotations };
}

/** Annotates the moves after the earliest position from which all positions are searched. */
async function annotateKnown(pool: Pool, review: Review, { startFen, moves }: Game): Promise<Annotation[]> {
  const stored = await listReviewPositions(pool, review.id, { from: 0, to: moves.length });
  const analyses = new Map(stored.map(({ ply, analysis }) => [ply, analysis]));
  const positions = Array.from({ length: moves.length + 1 }, (_, ply) => analyses.get(ply) ?? null);
  const first = positions.findLastIndex((position) => position === null) + 1;
  if (first > moves.length) return [];
  const settings = { depth: review.settings.depth, isBookAvailable: false, isTablebaseAvailable: false };
  return annotateEnd({ startFen, moves, positions, settings }, first);
}
