/** Rows that one statement removes: more would hold their locks, and delay replicas and vacuum, for too long. */
export const batchRows = 2_000;

/** Removes piece after piece, each in a transaction of its own, until one was not full. Returns how many rows went. */
export async function inBatches(removeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeBatch();
    total += removed;
    if (removed < batchRows) return total;
  }
}
