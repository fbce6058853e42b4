/** Lets so many through per second, a second's worth at once; without a number everything. */
export function createMessageRate(
  perSecond: number | null,
  now: () => number = () => performance.now(),
): () => boolean {
  if (perSecond === null) return () => true;
  let left = perSecond;
  let countedAt = now();
  return () => {
    const at = now();
    left = Math.min(perSecond, left + ((at - countedAt) / 1_000) * perSecond);
    countedAt = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
