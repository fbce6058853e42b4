import { log } from '@temporalio/activity';

/** Handles every item even when some fail: a bad row must not block the rest. Returns the number of failed items. */
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
