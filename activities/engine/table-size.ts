/** More positions than a thread visits in a millisecond, 16 bytes each. */
const mbPerThreadMs = 0.016;
/** Only a few sizes, so that allocated memory can be reused. */
const shares = [1 / 16, 1 / 4, 1] as const;

/**
 * The size of a search's hash table, in MiB. Clearing a large table takes longer than a short search, so the
 * smallest size is used that holds all positions of the search.
 */
export function tableMb(
  { movetimeMs, threads }: { movetimeMs: number; threads: number },
  mostMb: number,
): number {
  const filled = movetimeMs * threads * mbPerThreadMs;
  const share = shares.find((part) => mostMb * part >= filled) ?? 1;
  return Math.max(1, Math.round(mostMb * share));
}
