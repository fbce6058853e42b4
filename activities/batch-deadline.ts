/** The time of one round of rendering; the remaining packages are rendered in the next. A package at its limit takes seconds. */
const roundMs = 120_000;

/** Items until the round's time is over, at least one. */
export function* untilBatchDeadline<Item>(items: Iterable<Item>): Generator<Item> {
  const endsAt = performance.now() + roundMs;
  for (const item of items) {
    yield item;
    if (performance.now() > endsAt) return;
  }
}
