import { z } from 'zod';
import { type ReviewFailure, reviewFailures } from '../../../chess/review/failure.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import { newId } from '../ids.ts';
import { noticeOf } from '../notify.ts';
import { type Pool, type Queryable, sql } from '../pool.ts';

export const ReviewStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** The limits of each search of a review. */
export const ReviewSettings = z.object({ depth: z.number(), movetimeMs: z.number() });
export type ReviewSettings = z.infer<typeof ReviewSettings>;

const Review = z.object({
  id: z.string(),
  gameId: z.string(),
  status: ReviewStatus,
  startFen: z.string(),
  /** Moves in coordinate notation, as in UCI. */
  moves: z.array(z.string()),
  settings: ReviewSettings,
  movesAnalyzed: z.number(),
  totalMoves: z.number(),
  /** A text for operators. */
  error: z.string().nullable(),
  failure: z.enum(reviewFailures).nullable(),
  submittedBy: z.string().nullable(),
  /** The account that requested the review. */
  madeBy: z.string().nullable(),
  workflowId: z.string(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
});
export type Review = z.infer<typeof Review>;

const ReviewWithResult = Review.extend({ result: z.unknown() });
/** `result` is null until the review is completed. */
export type ReviewWithResult = z.infer<typeof ReviewWithResult>;

const columns = sql.fragment`reviews.id, reviews.game_id, reviews.status, reviews.start_fen, reviews.moves,
  reviews.settings, reviews.moves_analyzed, reviews.total_moves, reviews.error, reviews.failure, reviews.submitted_by,
  reviews.made_by, reviews.workflow_id, reviews.created_at, reviews.started_at, reviews.completed_at`;

/** Whether a review is unfinished: it counts against the limit, and has a workflow. */
const isOpen = sql.fragment`reviews.status in ('queued', 'running')`;

export interface NewReview {
  gameId: string;
  startFen: string;
  /** Moves in coordinate notation, as in UCI; at least one. */
  moves: readonly string[];
  settings: ReviewSettings;
  /** A part of the input: a review by another engine is a different review. */
  engine?: string;
  /** An opaque name by which submitters share the engine fairly; null: no particular submitter. */
  submittedBy: string | null;
  /** The account that requests the review; null without one. */
  madeBy?: string | null;
  /** Id of its workflow. */
  workflowIdOf(reviewId: string): string;
}

export type InsertedReview =
  | { kind: 'created' | 'known'; review: Review }
  | { kind: 'busy'; active: number; maximum: number };

/**
 * Inserts a review, or returns an existing one with the same input and settings. Beyond `maxJobs` the oldest finished
 * reviews are removed; beyond `maxConcurrentJobs` open ones the result is `busy`. The caller starts the workflow; if
 * the caller crashes before that, `listOpenReviews` has the row.
 */
export async function insertReview(
  pool: Pool,
  review: NewReview,
  limits: { maxJobs: number; maxConcurrentJobs: number },
): Promise<InsertedReview> {
  const fingerprint = fingerprintOf(review);
  return pool.transaction(async (tx) => {
    // serialised: both limits count rows that concurrent calls may be adding
    await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(hashtext('reviews'))`);
    const known = await tx.maybeOne(sql.type(Review)`
      select ${columns} from reviews
      where reviews.fingerprint = ${fingerprint} and reviews.status in ('queued', 'running', 'completed')`);
    if (known) return { kind: 'known', review: known };
    const { count } = await tx.one(sql.typeAlias('count')`
      select count(*) as count from reviews where ${isOpen}`);
    const maximum = limits.maxConcurrentJobs;
    if (count >= maximum) return { kind: 'busy', active: count, maximum };
    await evictFinished(tx, limits.maxJobs - 1);
    const id = newId();
    const moves = [...review.moves];
    const created = await tx.one(sql.type(Review)`
      insert into reviews (id, game_id, fingerprint, status, start_fen, moves, settings, total_moves,
        submitted_by, made_by, workflow_id)
      values (${id}, ${review.gameId}, ${fingerprint}, 'queued', ${review.startFen}, ${sql.array(moves, 'text')},
        ${sql.jsonb(review.settings)}, ${moves.length}, ${review.submittedBy}, ${review.madeBy ?? null},
        ${review.workflowIdOf(id)})
      returning ${columns}`);
    return { kind: 'created', review: created };
  });
}

function fingerprintOf({ gameId, startFen, moves, settings, engine }: NewReview): string {
  return sha256Hex(JSON.stringify([gameId, startFen, moves, settings.depth, settings.movetimeMs, engine]));
}

/** Removes the oldest finished reviews, so that at most `most` reviews of all states remain. */
async function evictFinished(db: Queryable, most: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from reviews where reviews.id in (
      select reviews.id from reviews where not ${isOpen}
      order by reviews.completed_at, reviews.id
      limit greatest(0, (select count(*) from reviews) - ${most}))`);
}

export async function findReview(db: Queryable, id: string): Promise<ReviewWithResult | null> {
  return db.maybeOne(sql.type(ReviewWithResult)`
    select ${columns}, reviews.result from reviews where reviews.id = ${id}`);
}

const ListedReview = Review.pick({
  id: true,
  gameId: true,
  status: true,
  movesAnalyzed: true,
  totalMoves: true,
  failure: true,
  createdAt: true,
  completedAt: true,
}).extend({
  /** The players of its game; empty if the game does not exist any more. */
  tags: z.record(z.string(), z.string()),
});
/** A review without its moves, which may be thousands. */
export type ListedReview = z.infer<typeof ListedReview>;

/** Newest first; without a window all, because `maxJobs` bounds their number. */
export async function listReviews(
  db: Queryable,
  { limit, offset }: Pick<Window, 'limit' | 'offset'> = everything,
): Promise<readonly ListedReview[]> {
  return db.any(sql.type(ListedReview)`
    select reviews.id, reviews.game_id, reviews.status, reviews.moves_analyzed, reviews.total_moves,
      reviews.failure, reviews.created_at, reviews.completed_at,
      coalesce(game_archives.players, jsonb_strip_nulls(
        jsonb_build_object('White', games.tags -> 'White', 'Black', games.tags -> 'Black'))) as tags
    from reviews
      left join game_archives on game_archives.game_id = reviews.game_id
      left join games on games.id = reviews.game_id
    order by reviews.created_at desc, reviews.id desc
    limit ${limit} offset ${offset}`);
}

/** Marks the review as running, also at a restart of its workflow. Null if it is finished or removed. */
export async function beginReview(db: Queryable, id: string): Promise<Review | null> {
  return db.maybeOne(sql.type(Review)`
    with notice as (select ${noticeOf({ kind: 'review', id })})
    update reviews set status = 'running', started_at = coalesce(reviews.started_at, now())
    from notice where reviews.id = ${id} and ${isOpen}
    returning ${columns}`);
}

/** Earlier open reviews of the same submitter. */
export async function countEarlierReviews(
  db: Queryable,
  { id, submittedBy }: Pick<Review, 'id' | 'submittedBy'>,
): Promise<number> {
  // ids rise with time
  const { count } = await db.one(sql.typeAlias('count')`
    select count(*) as count from reviews
    where ${isOpen} and reviews.submitted_by = ${submittedBy} and reviews.id < ${id}`);
  return count;
}

/** False if the review was not running any more. */
export async function completeReview(db: Queryable, id: string, result: object): Promise<boolean> {
  return changeOpen(
    db,
    id,
    // the result is trusted plain data
    sql.fragment`status = 'completed', moves_analyzed = reviews.total_moves, error = null,
      result = ${JSON.stringify(result)}::jsonb`,
  );
}

/** `error` is a sentence for operators. False if the review was finished or removed before. */
export async function failReview(
  db: Queryable,
  id: string,
  { failure, error }: { failure: ReviewFailure; error: string },
): Promise<boolean> {
  return changeOpen(db, id, sql.fragment`status = 'failed', failure = ${failure}, error = ${error}`);
}

/**
 * Cancels a review. Its searches end with the cancellation of its workflow, at the latest with their next position.
 */
export async function cancelReview(db: Queryable, id: string): Promise<boolean> {
  return changeOpen(db, id, sql.fragment`status = 'cancelled'`);
}

async function changeOpen(
  db: Queryable,
  id: string,
  change: ReturnType<typeof sql.fragment>,
): Promise<boolean> {
  const changed = await db.maybeOne(sql.typeAlias('id')`
    with notice as (select ${noticeOf({ kind: 'review', id })})
    update reviews set ${change}, completed_at = now()
    from notice where reviews.id = ${id} and ${isOpen}
    returning reviews.id`);
  return changed !== null;
}

/** Removes a finished review with its positions; false if the review is open or does not exist. */
export async function removeReview(db: Queryable, id: string): Promise<boolean> {
  const removed = await db.maybeOne(sql.typeAlias('id')`
    delete from reviews where reviews.id = ${id} and not ${isOpen} returning reviews.id`);
  return removed !== null;
}

/** Removes finished reviews past their lifetime. Returns their number. */
export async function deleteExpiredReviews(db: Queryable, ttlSeconds: number): Promise<number> {
  if (ttlSeconds === 0) return 0;
  const removed = await db.any(sql.typeAlias('id')`
    delete from reviews
    where not ${isOpen} and reviews.completed_at < now() - ${ttlSeconds} * interval '1 second'
    returning reviews.id`);
  return removed.length;
}

/** Reviews that should have a running workflow. */
export async function listOpenReviews(db: Queryable, olderThanSeconds: number): Promise<readonly Review[]> {
  return db.any(sql.type(Review)`
    select ${columns} from reviews
    where ${isOpen} and reviews.created_at < now() - ${olderThanSeconds} * interval '1 second'
    order by reviews.created_at`);
}
