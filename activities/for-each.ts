import { log } from '@temporalio/activity';

/** Handles every item although some fail: one bad row must not keep the rest waiting. Returns how many failed. */
export async function forEach<Item>(
  items: Iterable<Item>,
  handle: (item: Item) => Promise<unknown>,
  describe: (item: Item) => Record<string, string>,
): Promise<number> {
  let failed = 0;
  for (const item of items) {
    try {
      await handle(item);
    } catch (error) {
      failed += 1;
      log.error('left out of this round', { ...describe(item), error });
    }
  }
  return failed;
}
