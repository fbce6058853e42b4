/** Priority keys of the queue `engine-review`; 1 is served first. Single positions have another queue and threads. */
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
 * Serves small reviews before large ones, so that many users see results soon. The size is the time that the searches
 * may take. Each earlier open review of the submitter lowers the priority. Equal keys take turns, as each review
 * requests one position at a time.
 */
export function priorityOfReview({ movetimeMs, totalMoves, earlier }: ReviewSize): number {
  return Math.min(largest, keyOfSize(movetimeMs * (totalMoves + 1)) + earlier);
}

/**
 * Raises the priority of a position that waited in vain, so that small reviews can't delay it for ever. Null: at its
 * highest.
 */
export function priorityAfterWait(key: number): number | null {
  return key > small ? key - 1 : null;
}

function keyOfSize(mostMs: number): number {
  if (mostMs <= minute) return small;
  if (mostMs <= 10 * minute) return usual;
  return mostMs <= 60 * minute ? large : largest;
}
