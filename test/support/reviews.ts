import { randomUUID } from 'node:crypto';
import { openPool } from '../../store/postgres/pool.ts';
import { type InsertedReview, insertReview, type Review } from '../../store/postgres/chess/reviews.ts';
import { ids, queues, workflowNames } from '../../workflows/definitions.ts';
import { query } from './database.ts';
import { eventually } from './eventually.ts';
import type { OwnPlatform } from './platform.ts';
import { openWorkflows } from './workflows.ts';

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
export const operaGame =
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8'.split(
    ' ',
  );

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

type Where = Pick<OwnPlatform, 'databaseUrl' | 'temporal'>;

export interface WantedReview {
  moves: readonly string[];
  depth: number;
  movetimeMs?: number;
  submittedBy?: string;
}

/** Inserts a review as the service stores it, without a workflow; settings may be below the limits of requests. */
export async function addReview(where: Where, wanted: WantedReview): Promise<Review> {
  const pool = await openPool(where.databaseUrl, 1);
  try {
    const inserted: InsertedReview = await insertReview(
      pool,
      {
        gameId: randomUUID(),
        startFen,
        moves: wanted.moves,
        settings: { depth: wanted.depth, movetimeMs: wanted.movetimeMs ?? 60_000 },
        submittedBy: wanted.submittedBy ?? null,
        workflowIdOf: ids.review,
      },
      { maxJobs: 10_000, maxConcurrentJobs: 1_000 },
    );
    if (inserted.kind !== 'created') throw new Error(`the review is ${inserted.kind}`);
    return inserted.review;
  } finally {
    await pool.end();
  }
}

export async function submitReview(where: Where, wanted: WantedReview): Promise<Review> {
  const review = await addReview(where, wanted);
  await using client = openWorkflows(where.temporal);
  const { id, workflowId } = review;
  const args = [{ reviewId: id }];
  await client.workflow.start(workflowNames.reviewGame, { workflowId, taskQueue: queues.publish, args });
  return review;
}

export interface ReviewFacts {
  status: string;
  movesAnalyzed: number;
  error: string | null;
  result: Record<string, unknown> | null;
}

export async function readReview({ databaseUrl }: Where, id: string): Promise<ReviewFacts> {
  const [row] = await query<ReviewFacts>(
    databaseUrl,
    `select status, moves_analyzed as "movesAnalyzed", error, result from reviews where id = $1`,
    [id],
  );
  if (!row) throw new Error(`there is no review ${id}`);
  return row;
}

export interface PositionFacts {
  ply: number;
  /** The analysis without measured times. */
  analysis: Record<string, unknown>;
  createdAt: string;
}

/** The searched positions, by ply. */
export function readPositions({ databaseUrl }: Where, id: string): Promise<PositionFacts[]> {
  return query<PositionFacts>(
    databaseUrl,
    `select ply, analysis - 'timeMs' - 'nps' as analysis, created_at::text as "createdAt"
     from review_positions where review_id = $1 order by ply`,
    [id],
  );
}

export async function untilReview(where: Where, id: string, status: string, withinMs = 60_000) {
  return eventually(
    async () => {
      const review = await readReview(where, id);
      if (review.status !== status) throw new Error(`the review is ${JSON.stringify(review)}`);
      return review;
    },
    { withinMs },
  );
}

/** Waits until this number of positions is searched. */
export async function untilSearched(where: Where, id: string, positions: number): Promise<PositionFacts[]> {
  return eventually(
    async () => {
      const known = await readPositions(where, id);
      if (known.length < positions) throw new Error(`${known.length} positions are known`);
      return known;
    },
    { withinMs: 60_000 },
  );
}
