import { ChessError, chessError } from '../../chess/errors.ts';
import type { Game } from '../../chess/game.ts';
import type { Locale } from '../../chess/locale.ts';
import { coordinatesOf } from '../../chess/move.ts';
import { reviewDepths } from '../../chess/review/depths.ts';
import type { Window } from '../../domain/paging.ts';
import { findReviewOfGame } from '../../store/postgres/chess/game-reviews.ts';
import { findGame } from '../../store/postgres/chess/games.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  cancelReview,
  findReview,
  insertReview,
  type ListedReview,
  listReviews,
  removeReview,
  type Review,
  type ReviewWithResult,
} from '../../store/postgres/chess/reviews.ts';
import { ids } from '../../workflows/definitions.ts';
import type { ChessClient, Made } from '../makers/makers.ts';
import { findKnown, type KnownReview } from './known-moves.ts';
import { writeKnownPgn, writeReviewPgn } from './review-pgn.ts';
import { cancelReviewWorkflow, startReviewWorkflow } from './review-workflow.ts';
import type { Makers } from '../makers/makers.ts';
import type { Configured, Platform } from '../platform.ts';

export interface AskedReview {
  gameId: string;
  /** Any number of plies, clamped to the allowed range. Null: the server's default. */
  depth: number | null;
  movetimeMs: number | null;
  /** The client, whose address determines the order of reviews. Only a substitute of the address is stored. */
  by: ChessClient;
}

export interface SubmittedReview {
  review: Review;
  /** Whether the same review was requested before. */
  isKnown: boolean;
  /** The effective depth when a lower one was requested. */
  raisedTo: number | null;
}

/** Reviews of whole games: rows in the database, searches in workflows. */
export interface Reviews {
  /** @throws ChessError `game_not_found`, `no_moves`, `busy` */
  submit(asked: AskedReview): Promise<SubmittedReview>;
  /** Newest first; all reviews without a window. */
  list(window?: Window): Promise<readonly ListedReview[]>;
  /** @throws ChessError `job_not_found` */
  get(id: string): Promise<ReviewWithResult>;
  /** A review in any state, with its game and the moves that are judged so far. @throws ChessError `job_not_found` */
  look(id: string): Promise<KnownReview>;
  /** The id of the latest running or completed review of all moves of a game. */
  findOfGame(game: Pick<Game, 'id' | 'moves'>): Promise<string | null>;
  /** Whether {@link Reviews.remove} is allowed. */
  mayRemove(review: Review, by: ChessClient): Promise<boolean>;
  /** The annotated game. @throws ChessError `job_not_found`, `invalid_state` before it is completed */
  pgn(id: string, locale: Locale): Promise<string>;
  /** The annotated game of a review in any state, with the moves that are judged so far. */
  pgnOf(known: KnownReview, locale: Locale): string;
  /** Cancels an open review, removes a finished one. @throws ChessError `job_not_found`, `not_maker` */
  remove(id: string, by: ChessClient): Promise<'cancelled' | 'removed'>;
}

export function createReviews(
  {
    client,
    pool,
    config: { chess: config, http },
    log,
  }: Pick<Platform, 'client' | 'pool' | 'log'> & Configured<'chess' | 'http'>,
  { makers, engine }: { makers: Makers; engine: string },
): Reviews {
  return {
    async submit(asked) {
      const game = await getReviewableGame(pool, asked.gameId);
      const wanted = Math.max(reviewDepths.least, Math.trunc(asked.depth ?? config.analysisDepth));
      const depth = Math.min(wanted, reviewDepths.most);
      const ceiling = config.analysisGameMaxMovetimeMs;
      const maker = await makers.makerOf(asked.by);
      const inserted = await insertReview(
        pool,
        {
          ...game,
          settings: { depth, movetimeMs: Math.min(asked.movetimeMs ?? ceiling, ceiling) },
          engine,
          submittedBy: maker.place,
          madeBy: maker.userId,
          workflowIdOf: ids.review,
        },
        { maxJobs: config.analysisMaxJobs, maxConcurrentJobs: config.analysisMaxConcurrentJobs },
      );
      if (inserted.kind === 'busy') throw busy(inserted.active, inserted.maximum);
      const { review, kind } = inserted;
      // the start of a queued review may have been lost with the server that accepted it
      if (review.status === 'queued') await start(review);
      const wasRaised = asked.depth !== null && asked.depth < depth;
      return { review, isKnown: kind === 'known', raisedTo: wasRaised ? depth : null };
    },

    list: (window) => listReviews(pool, window),

    get: (id) => getReview(pool, id),

    look: async (id) => findKnown(pool, await getReview(pool, id)),

    findOfGame: ({ id, moves }) => findReviewOfGame(pool, { gameId: id, plies: moves.length }),

    pgn: async (id, locale) =>
      writeReviewPgn(pool, await getReview(pool, id), { baseUrl: http.publicUrl, locale }),

    pgnOf: (known, locale) => writeKnownPgn(known, { baseUrl: http.publicUrl, locale }),

    async mayRemove(review, by) {
      try {
        await makers.requireRemoval(madeOf(review), by);
        return true;
      } catch (error) {
        if (error instanceof ChessError && error.status < 500) return false;
        throw error;
      }
    },

    async remove(id, by) {
      const review = await getReview(pool, id);
      await makers.requireRemoval(madeOf(review), by);
      if (await cancelReview(pool, id)) {
        await cancel(review);
        return 'cancelled';
      }
      if (await removeReview(pool, id)) return 'removed';
      throw jobNotFound(id);
    },
  };

  async function start(review: Review): Promise<void> {
    try {
      await startReviewWorkflow(client, review);
    } catch (error) {
      // the row exists: the reconciler starts the workflow as soon as the workflow service is back
      log.warn({ err: error, reviewId: review.id }, 'a review was not started yet');
    }
  }

  async function cancel(review: Review): Promise<void> {
    try {
      await cancelReviewWorkflow(client, review.workflowId);
    } catch (error) {
      // the review is cancelled in the database: its workflow ends at its next position
      log.warn({ err: error, reviewId: review.id }, 'the workflow of a review was not cancelled');
    }
  }
}

/** The moves of a running or archived game to review. */
async function getReviewableGame(pool: Pool, id: string) {
  const found = await findGame(pool, id);
  if (!found) throw chessError('game_not_found', 'error.game_not_found', { id });
  const { startFen, moves } = found.game;
  if (moves.length === 0) throw chessError('no_moves', 'error.no_moves');
  return { gameId: id, startFen, moves: moves.map(coordinatesOf) };
}

async function getReview(pool: Pool, id: string): Promise<ReviewWithResult> {
  const review = await findReview(pool, id);
  if (!review) throw jobNotFound(id);
  return review;
}

function madeOf({ madeBy, submittedBy, createdAt }: Review): Made {
  return { maker: { userId: madeBy, place: submittedBy }, madeAt: createdAt, seats: null };
}

function jobNotFound(id: string): ChessError {
  return chessError('job_not_found', 'error.job_not_found', { id });
}

function busy(active: number, maximum: number): ChessError {
  const meta = { retryAfterSeconds: 10, details: { active, maximum } };
  return chessError('busy', 'error.review_busy', { active, maximum }, meta);
}
