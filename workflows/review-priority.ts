/** The keys of engine-review, 1 is served first; clients that wait for one position have a queue and threads apart. */
const small = 2;
const usual = 3;
const large = 4;
const largest = 5;

const minute = 60_000;

export interface ReviewSize {
  /** The limit of each search. */
  movetimeMs: number;
  totalMoves: number;
  /** Earlier open reviews of the same submitter. */
  earlier: number;
}

/**
 * Small reviews before large ones, so that many people see results soon. Ordered by the time that the searches may take. A review
 * of a submitter with open ones comes after the first review of each other submitter: equal keys take turns, as each review
 * asks for one position at a time.
 */
export function priorityOfReview({ movetimeMs, totalMoves, earlier }: ReviewSize): number {
  return Math.min(largest, keyOfSize(movetimeMs * (totalMoves + 1)) + earlier);
}

/** The priority of a position that has waited in vain, raised so that new small ones can't delay it for ever. Null: it is the highest. */
export function priorityAfterWait(key: number): number | null {
  return key > small ? key - 1 : null;
}

function keyOfSize(mostMs: number): number {
  if (mostMs <= minute) return small;
  if (mostMs <= 10 * minute) return usual;
  return mostMs <= 60 * minute ? large : largest;
}
