import { endAfter, readPlayedMoves } from '../../chess/review/played-moves.ts';
import { timeOfPosition } from '../../chess/review/time-per-position.ts';
import { ChessError } from '../../chess/errors.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import type { Review } from '../../store/postgres/chess/reviews.ts';
import type { PositionAnalysis } from '../../workflows/definitions.ts';
import { endedPosition, unsearched } from '../../workflows/ended-position.ts';
import type { Analyst } from './analyst.ts';
import { bookPlies } from './book-plies.ts';
import { type KnownMate, knownMateOf, withSettled } from './known-mate.ts';
import { knownAfter } from './positions-known.ts';

export type SearchedReview = Pick<Review, 'startFen' | 'moves' | 'settings'>;

/**
 * The search of one position of a game, with the answers to later ones.
 * @throws EngineError when the search failed
 */
export type ReviewSearch = (
  review: SearchedReview,
  ply: number,
  later: readonly ReviewPosition[],
  signal: AbortSignal,
) => Promise<PositionAnalysis>;

export function createReviewSearch(analyst: Analyst): ReviewSearch {
  return async (review, ply, later, signal) => {
    const { startFen, moves, settings } = review;
    const played = moves.slice(0, ply);
    const ending = ply === moves.length ? endingOf(review) : null;
    if (ending) return ending;
    const inBook = bookPlies(review, analyst.lookUp);
    // earlier positions of the opening are not compared with other positions
    if (ply < inBook) return fromBook(analyst.lookUp(startFen, played));
    const next = later.find((position) => position.ply === ply + 1);
    // an engine with another book has set a later end of the opening: this move must not be compared
    if (next?.analysis.source === 'book') return fromBook(onlyMove(moves[ply]));
    const { depth } = settings;
    const movetimeMs = timeOfPosition(settings.movetimeMs, { moves: moves.length, ply });
    const limits = { depth, movetimeMs, multiPv: 1, threads: 1 };
    const settled = knownMateOf(moves[ply] ?? '', next);
    // the first move out of the book is judged like any other
    const ask = { fen: startFen, moves: played, ...limits, judgesBook: true, ...withoutLost(settled) };
    const known = knownAfter(ply, moves, later);
    const found = await analyst.analyse({ ...ask, known }, signal).catch((error: unknown) => {
      // known lines that do not fit the game must not fail the review; a retry would read the same rows
      if (known.length > 0 && isIllegal(error)) return analyst.analyse(ask, signal);
      throw error;
    });
    return settled ? withSettled(found, settled) : found;
  };
}

/** Excludes a move that allows a mate, so that the search spends its time on the other moves. */
function withoutLost(settled: KnownMate | null): { except?: string } {
  return settled && settled.score < 0 ? { except: settled.move } : {};
}

function isIllegal(error: unknown): boolean {
  return error instanceof ChessError && error.code === 'illegal_move';
}

/** The result by the rules for the last position, without a search; null when the game is not over. */
function endingOf({ startFen, moves }: SearchedReview): PositionAnalysis | null {
  const end = endAfter(startFen, readPlayedMoves(startFen, moves));
  return end && endedPosition(end);
}

function onlyMove(move = ''): NonNullable<PositionAnalysis['book']> {
  return { totalWeight: 0, moves: [{ move, weight: 0 }] };
}

function fromBook(book: PositionAnalysis['book']): PositionAnalysis {
  return { ...unsearched, bestMove: book?.moves[0]?.move ?? null, source: 'book', ...(book ? { book } : {}) };
}
