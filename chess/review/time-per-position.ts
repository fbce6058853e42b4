/** The total search time of a review that a reader starts with one button. */
const budgetMs = 40_000;
const perPosition = { least: 50, most: 1_500 };

/**
 * Milliseconds per position, so that an ordinary game is reviewed within a minute. A game has one more position than
 * moves.
 */
export function timePerPosition(moves: number): number {
  return Math.max(perPosition.least, Math.min(perPosition.most, Math.floor(budgetMs / (moves + 1))));
}

/** The time of the first searches of a review that starts with one button, as a reader waits for their results. */
const firstMs = 250;
/** A judgement of a move needs the positions before and after it. */
const firstSearches = 2;

/**
 * Milliseconds for the position after `ply`, in a review with `movetimeMs` per position: reviews begin with the last
 * position. A time other than {@link timePerPosition} comes from a program, and applies to every position.
 */
export function timeOfPosition(movetimeMs: number, { moves, ply }: { moves: number; ply: number }): number {
  const isAwaited = moves - ply < firstSearches && movetimeMs === timePerPosition(moves);
  return isAwaited ? Math.min(movetimeMs, firstMs) : movetimeMs;
}

/** The factor of a deeper review's search time. */
const deeper = 4;

/** Milliseconds per position of a deeper review, at most the server's ceiling; null where that is not longer. */
export function deeperTime(movetimeMs: number, ceilingMs: number): number | null {
  return movetimeMs < ceilingMs ? Math.min(ceilingMs, movetimeMs * deeper) : null;
}
