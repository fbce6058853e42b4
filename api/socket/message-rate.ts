/**
 * Permits this many messages per second, with bursts of one second's worth; null: no limit. `cost`: how many messages
 * one counts for.
 */
export function createMessageRate(
  perSecond: number | null,
  now: () => number = () => performance.now(),
): (cost?: number) => boolean {
  if (perSecond === null) return () => true;
  let left = perSecond;
  let countedAt = now();
  return (cost = 1) => {
    const at = now();
    left = Math.min(perSecond, left + ((at - countedAt) / 1_000) * perSecond);
    countedAt = at;
    if (left < cost) return false;
    left -= cost;
    return true;
  };
}
