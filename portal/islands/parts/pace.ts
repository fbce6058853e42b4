/** The pause before the first result, for which the reader waits. */
const firstMs = 250;
const soonMs = 1_000;
const laterMs = 5_000;
/** The pause after a refusal or without an answer. */
const refusedMs = 15_000;

/** Milliseconds until the next fetch of a page that has not changed for `quietMs`. */
export function pauseOf({ quietMs, hasResults }: { quietMs: number; hasResults: boolean }): number {
  if (!hasResults && quietMs < 5_000) return firstMs;
  return quietMs < 60_000 ? soonMs : laterMs;
}

/** Milliseconds after a refusal or without an answer: at least the time that the server asks for. */
export function pauseAfter(refusal: Pick<Response, 'headers'> | undefined): number {
  return Math.max(refusedMs, 1_000 * Number(refusal?.headers.get('retry-after')) || 0);
}
