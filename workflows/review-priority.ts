/** The keys of engine-review, 1 is served first; somebody who waits for one position has queue and threads apart. */
const small = 2;
const usual = 3;
const large = 4;
const largest = 5;

const minute = 60_000;

/** Small reviews before large ones: many people see something soon. By the time that the searches may take. */
export function priorityOfReview({
  movetimeMs,
  totalMoves,
}: {
  movetimeMs: number;
  totalMoves: number;
}): number {
  const mostMs = movetimeMs * (totalMoves + 1);
  if (mostMs <= minute) return small;
  if (mostMs <= 10 * minute) return usual;
  return mostMs <= 60 * minute ? large : largest;
}
