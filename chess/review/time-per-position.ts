/** The whole time of the searches of a review that a reader starts with one button. */
const budgetMs = 40_000;
const perPosition = { least: 50, most: 1_500 };

/** Milliseconds for each position, so that an ordinary game is reviewed within a minute. A game has one position more than moves. */
export function timePerPosition(moves: number): number {
  return Math.max(perPosition.least, Math.min(perPosition.most, Math.floor(budgetMs / (moves + 1))));
}

/** The first searches of a review that starts with one button: a reader waits for their results. */
const firstMs = 250;
/** A move is judged by the positions before and after it. */
const firstSearches = 2;

/**
 * Milliseconds for the position after `ply` of so many moves, in a review with `movetimeMs` for each: reviews begin with the
 * last one. A review with another time than {@link timePerPosition} was asked for by a program, which gets what it asked for.
 */
export function timeOfPosition(movetimeMs: number, { moves, ply }: { moves: number; ply: number }): number {
  const isAwaited = moves - ply < firstSearches && movetimeMs === timePerPosition(moves);
  return isAwaited ? Math.min(movetimeMs, firstMs) : movetimeMs;
}

/** How many times as long a deeper review searches. */
const deeper = 4;

/** Milliseconds for each position of a deeper review, within the bounds of the server; null where it searches no longer. */
export function deeperTime(movetimeMs: number, ceilingMs: number): number | null {
  return movetimeMs < ceilingMs ? Math.min(ceilingMs, movetimeMs * deeper) : null;
}
