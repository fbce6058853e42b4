import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Completed = z.object({ startFen: z.string(), moves: z.array(z.string()), result: z.unknown() });
export type CompletedReview = z.infer<typeof Completed>;

/** The latest completed review of a game; further moves may have followed. */
export async function findLatestReview(db: Queryable, gameId: string): Promise<CompletedReview | null> {
  return db.maybeOne(sql.type(Completed)`
    select reviews.start_fen, reviews.moves, reviews.result from reviews
    where reviews.game_id = ${gameId} and reviews.status = 'completed'
    order by reviews.completed_at desc limit 1`);
}

const Found = z.object({ id: z.string() });

/** The latest running or completed review of a game with this number of half-moves. */
export async function findReviewOfGame(
  db: Queryable,
  { gameId, plies }: { gameId: string; plies: number },
): Promise<string | null> {
  const found = await db.maybeOne(sql.type(Found)`
    select reviews.id from reviews
    where reviews.game_id = ${gameId} and reviews.total_moves = ${plies}
      and reviews.status in ('queued', 'running', 'completed')
    order by reviews.created_at desc, reviews.id desc limit 1`);
  return found?.id ?? null;
}
