import { z } from 'zod';
import { noticeOf } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';

/** The engine's result for one position; scores are from the side to move. */
const Searched = z.object({
  bestMove: z.string().nullable(),
  score: z.number(),
  mateIn: z.number().nullable(),
  staticEval: z.number(),
  depth: z.number(),
  seldepth: z.number(),
  nodes: z.number(),
  nps: z.number(),
  timeMs: z.number(),
  hashfull: z.number(),
  source: z.enum(['search', 'book', 'tablebase']),
  lines: z.array(
    z.object({
      rank: z.number(),
      score: z.number(),
      mateIn: z.number().nullable(),
      moves: z.array(z.string()),
    }),
  ),
  threads: z.number(),
  book: z
    .object({
      totalWeight: z.number(),
      moves: z.array(z.object({ move: z.string(), weight: z.number() })),
    })
    .exactOptional(),
  tablebase: z
    .object({ isKnown: z.boolean(), wdl: z.number().nullable(), dtz: z.number().nullable() })
    .exactOptional(),
});

const ReviewPosition = z.object({ ply: z.number(), analysis: Searched });
/** Position n is the position after n half-moves. */
export type ReviewPosition = z.infer<typeof ReviewPosition>;

/** Positions from one ply to another, inclusive, in order. */
export async function listReviewPositions(
  db: Queryable,
  reviewId: string,
  { from, to }: { from: number; to: number },
): Promise<readonly ReviewPosition[]> {
  return db.any(sql.type(ReviewPosition)`
    select review_positions.ply, review_positions.analysis from review_positions
    where review_positions.review_id = ${reviewId} and review_positions.ply between ${from} and ${to}
    order by review_positions.ply`);
}

const Earliest = z.object({ ply: z.number().nullable() });

/** The earliest stored position; null before the first. A review searches positions from last to first. */
export async function findEarliestPosition(db: Queryable, reviewId: string): Promise<number | null> {
  const { ply } = await db.one(sql.type(Earliest)`
    select min(review_positions.ply) as ply from review_positions
    where review_positions.review_id = ${reviewId}`);
  return ply;
}

/**
 * Stores a position and counts it; a repeated call changes nothing. False if the review is not running any more: then
 * the position is not stored. One statement, because calls are frequent.
 */
export async function saveReviewPosition(
  db: Queryable,
  reviewId: string,
  { ply, analysis }: ReviewPosition,
): Promise<boolean> {
  // a move's verdict needs the positions before and after it, and later positions are searched first
  const kept = await db.maybeOne(sql.typeAlias('id')`
    with running as (
      select reviews.id, reviews.total_moves from reviews
      where reviews.id = ${reviewId} and reviews.status = 'running' for update),
    kept as (
      insert into review_positions (review_id, ply, analysis)
      select running.id, ${ply}::integer, ${JSON.stringify(analysis)}::jsonb from running
      on conflict (review_id, ply) do nothing),
    notice as (select ${noticeOf({ kind: 'review', id: reviewId })})
    update reviews set moves_analyzed = greatest(reviews.moves_analyzed, running.total_moves - ${ply}::integer)
    from running, notice where reviews.id = running.id
    returning reviews.id`);
  return kept !== null;
}
