/** The whole time of the searches of a review that a reader starts with one button. */
const budgetMs = 45_000;
const perPosition = { least: 50, most: 1_500 };

/** Milliseconds for each position, so that an ordinary game is reviewed within a minute. A game has one position more than moves. */
export function timePerPosition(moves: number): number {
  return Math.max(perPosition.least, Math.min(perPosition.most, Math.floor(budgetMs / (moves + 1))));
}

/** How many times as long a deeper review searches. */
const deeper = 4;

/** Milliseconds for each position of a deeper review, within the bounds of the server; null where it searches no longer. */
export function deeperTime(movetimeMs: number, ceilingMs: number): number | null {
  return movetimeMs < ceilingMs ? Math.min(ceilingMs, movetimeMs * deeper) : null;
}
