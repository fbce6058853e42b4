/** More positions than a thread visits in a millisecond, 16 bytes each. */
const mbPerThreadMs = 0.016;
/** Few sizes, so that memories serve again. */
const shares = [1 / 16, 1 / 4, 1] as const;

/**
 * The table of a search, in MiB. It is emptied first, which for a large one takes longer than a short search: it
 * has no more room than the search can fill.
 */
export function tableMb(
  { movetimeMs, threads }: { movetimeMs: number; threads: number },
  mostMb: number,
): number {
  const filled = movetimeMs * threads * mbPerThreadMs;
  const share = shares.find((part) => mostMb * part >= filled) ?? 1;
  return Math.max(1, Math.round(mostMb * share));
}
