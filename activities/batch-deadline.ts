/**
 * The time of one round of rendering; the next round renders the remaining packages. A large package takes seconds.
 */
const roundMs = 120_000;

/** Yields items until the time of the round is over, at least one. */
export function* untilBatchDeadline<Item>(items: Iterable<Item>): Generator<Item> {
  const endsAt = performance.now() + roundMs;
  for (const item of items) {
    yield item;
    if (performance.now() > endsAt) return;
  }
}
