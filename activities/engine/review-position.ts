import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { endAfter, readPlayedMoves } from '../../chess/review/played-moves.ts';
import type { Metrics } from '../../config/metrics.ts';
import { ChessError } from '../../chess/errors.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  listReviewPositions,
  type ReviewPosition,
  saveReviewPosition,
} from '../../store/postgres/chess/review-positions.ts';
import { findReview, type Review } from '../../store/postgres/chess/reviews.ts';
import type { PositionAnalysis, ReviewPositionInput } from '../../workflows/definitions.ts';
import { keepHeartbeatDetails } from '../heartbeat.ts';
import { endedPosition, unsearched } from '../../workflows/ended-position.ts';
import type { Analyst } from './analyst.ts';
import { bookPlies } from './book-plies.ts';
import { isHopeless, readFailures } from './failures-so-far.ts';
import { farthestKnown, knownAfter } from './positions-known.ts';
import { type KnownMate, knownMateOf, withSettled } from './known-mate.ts';

export interface ReviewPositionDeps {
  pool: Pool;
  analyst: Analyst;
  metrics: Metrics;
}

export type ReviewPositionActivities = ReturnType<typeof createReviewPositionActivities>;

/** The searches of reviews, each of one position. */
export function createReviewPositionActivities({ pool, analyst, metrics }: ReviewPositionDeps) {
  async function analyse(
    review: Review,
    ply: number,
    later: readonly ReviewPosition[],
  ): Promise<PositionAnalysis> {
    const { startFen, moves, settings } = review;
    const played = moves.slice(0, ply);
    const ending = ply === moves.length ? endingOf(review) : null;
    if (ending) return ending;
    const inBook = bookPlies(review, analyst.lookUp);
    // only the last position of the opening is compared with anything
    if (ply < inBook) return fromBook(analyst.lookUp(startFen, played));
    const next = later.find((position) => position.ply === ply + 1);
    // an engine with another book has decided where the opening ends: moves outside of it must not be compared
    if (next?.analysis.source === 'book') return fromBook(onlyMove(moves[ply]));
    const { depth, movetimeMs } = settings;
    const limits = { depth, movetimeMs, multiPv: 1, threads: 1 };
    const settled = knownMateOf(moves[ply] ?? '', next);
    // the first move out of the book is judged like any other
    const ask = { fen: startFen, moves: played, ...limits, judgesBook: true, ...withoutLost(settled) };
    const known = knownAfter(ply, moves, later);
    const found = await analyst.analyse({ ...ask, known }, cancellationSignal()).catch((error: unknown) => {
      // a line that does not fit the game is no reason to give the game up; the same rows give the same again
      if (known.length > 0 && isIllegal(error)) return analyst.analyse(ask, cancellationSignal());
      throw error;
    });
    return settled ? withSettled(found, settled) : found;
  }

  return {
    /**
     * Searches a position and stores the answer. A stored answer is left as it is: a repeated step
     * costs nothing. False when the review has ended meanwhile.
     */
    async reviewPosition({ reviewId, ply }: ReviewPositionInput): Promise<boolean> {
      const review = await findReview(pool, reviewId);
      if (review?.status !== 'running') return false;
      const near = { from: ply, to: ply + farthestKnown };
      const later = await listReviewPositions(pool, reviewId, near);
      if (later[0]?.ply === ply) return true;
      const failures = readFailures(activityInfo().heartbeatDetails);
      if (isHopeless(failures)) throw hopeless(ply);
      // an engine that dies of it can not report it
      keepHeartbeatDetails({ ...failures, deaths: failures.deaths + 1 });
      const analysis = await analyse(review, ply, later).catch((error: unknown) => {
        const counted = isFault(error) ? { ...failures, faults: failures.faults + 1 } : failures;
        keepHeartbeatDetails(counted);
        throw isFault(error) && isHopeless(counted) ? hopeless(ply, error) : error;
      });
      keepHeartbeatDetails(failures);
      // the result of a cancelled search so far is not the answer
      cancellationSignal().throwIfAborted();
      metrics.engineNodes.inc({ kind: 'review' }, analysis.nodes);
      return saveReviewPosition(pool, reviewId, { ply, analysis });
    },
  };
}

/** Time for the moves that do not walk into a mate. */
function withoutLost(settled: KnownMate | null): { except?: string } {
  return settled && settled.score < 0 ? { except: settled.move } : {};
}

function isIllegal(error: unknown): boolean {
  return error instanceof ChessError && error.code === 'illegal_move';
}

function isFault(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'failed';
}

function hopeless(ply: number, cause?: EngineError): ApplicationFailure {
  const message = `the engine failed on the position after ${ply} half-moves`;
  return ApplicationFailure.create({
    message,
    type: 'engine_failed',
    nonRetryable: true,
    ...(cause ? { cause } : {}),
  });
}

/** The result by the rules for the last position, without a search; null when the game could go on. */
function endingOf({ startFen, moves }: Review): PositionAnalysis | null {
  const end = endAfter(startFen, readPlayedMoves(startFen, moves));
  return end && endedPosition(end);
}

function onlyMove(move = ''): NonNullable<PositionAnalysis['book']> {
  return { totalWeight: 0, moves: [{ move, weight: 0 }] };
}

function fromBook(book: PositionAnalysis['book']): PositionAnalysis {
  return { ...unsearched, bestMove: book?.moves[0]?.move ?? null, source: 'book', ...(book ? { book } : {}) };
}
