import { z } from 'zod';
import { noticeOf } from './notify.ts';
import { type Pool, type Queryable, sql } from './pool.ts';

/** What the engine said about one position; scores are of the side to move. */
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
/** Position n is the one after n half-moves. */
export type ReviewPosition = z.infer<typeof ReviewPosition>;

/** Those from one ply to another, both included, in order. */
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

/** The earliest position that is known; null before the first. Positions are searched from the last one on. */
export async function findEarliestPosition(db: Queryable, reviewId: string): Promise<number | null> {
  const { ply } = await db.one(sql.type(Earliest)`
    select min(review_positions.ply) as ply from review_positions
    where review_positions.review_id = ${reviewId}`);
  return ply;
}

/**
 * Keeps a position and counts it; a second time changes nothing. False when the review does not run any more:
 * then nothing is kept.
 */
export async function saveReviewPosition(
  pool: Pool,
  reviewId: string,
  { ply, analysis }: ReviewPosition,
): Promise<boolean> {
  return pool.transaction(async (tx) => {
    const running = await tx.maybeOne(sql.typeAlias('id')`
      select reviews.id from reviews where reviews.id = ${reviewId} and reviews.status = 'running' for update`);
    if (!running) return false;
    await tx.query(sql.typeAlias('void')`
      insert into review_positions (review_id, ply, analysis)
      values (${reviewId}, ${ply}, ${JSON.stringify(analysis)}::jsonb)
      on conflict (review_id, ply) do nothing`);
    // a move is judged by the positions before and after it
    await tx.query(sql.typeAlias('void')`
      update reviews set moves_analyzed = least(reviews.total_moves, greatest(0, (
        select count(*) - 1 from review_positions where review_positions.review_id = reviews.id)))
      where reviews.id = ${reviewId}`);
    await tx.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'review', id: reviewId })}`);
    return true;
  });
}
