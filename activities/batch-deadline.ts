/** Of steps that render: what is left is the next round's. A package that takes as long as it may takes seconds. */
const roundMs = 120_000;

/** Items until the round's time is over, at least one. */
export function* withinRound<Item>(items: Iterable<Item>): Generator<Item> {
  const endsAt = performance.now() + roundMs;
  for (const item of items) {
    yield item;
    if (performance.now() > endsAt) return;
  }
}
