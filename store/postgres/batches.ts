/**
 * Maximum rows per removal statement: more rows would hold their locks, and delay replicas and vacuum, for too long.
 */
export const batchRows = 2_000;

/**
 * Repeats `removeBatch`, each call in a separate transaction, until a batch is not full. Returns the number of
 * removed rows.
 */
export async function inBatches(removeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeBatch();
    total += removed;
    if (removed < batchRows) return total;
  }
}
