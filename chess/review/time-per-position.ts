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

/** Milliseconds for a position of a review, `fromEnd` half-moves before the last one, where reviews begin. */
export function timeOfPosition(movetimeMs: number, fromEnd: number): number {
  const isAwaited = fromEnd < firstSearches && movetimeMs <= perPosition.most;
  return isAwaited ? Math.min(movetimeMs, firstMs) : movetimeMs;
}

/** How many times as long a deeper review searches. */
const deeper = 4;

/** Milliseconds for each position of a deeper review, within the bounds of the server; null where it searches no longer. */
export function deeperTime(movetimeMs: number, ceilingMs: number): number | null {
  return movetimeMs < ceilingMs ? Math.min(ceilingMs, movetimeMs * deeper) : null;
}
