import { z } from 'zod';
import { reviewFailures } from '../../../chess/review/failure.ts';
import { type Queryable, sql } from '../pool.ts';
import { ReviewStatus } from './reviews.ts';

const Progress = z.object({
  id: z.string(),
  status: ReviewStatus,
  movesAnalyzed: z.number(),
  totalMoves: z.number(),
  failure: z.enum(reviewFailures).nullable(),
});
/** The progress of a review, without its moves and its result, which are long. */
export type ReviewProgress = z.infer<typeof Progress>;

export async function findReviewProgress(db: Queryable, id: string): Promise<ReviewProgress | null> {
  return db.maybeOne(sql.type(Progress)`
    select reviews.id, reviews.status, reviews.moves_analyzed, reviews.total_moves, reviews.failure
    from reviews where reviews.id = ${id}`);
}
