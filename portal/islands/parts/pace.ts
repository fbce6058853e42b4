/** Until something is known: a reader waits for the first result. */
const firstMs = 250;
const soonMs = 1_000;
const laterMs = 5_000;
/** A server that is being replaced, or refuses for now, is asked less often. */
const refusedMs = 15_000;

/** Milliseconds until a page is looked at again that has shown nothing new for so long. */
export function pauseOf({ quietMs, hasResults }: { quietMs: number; hasResults: boolean }): number {
  if (!hasResults && quietMs < 5_000) return firstMs;
  return quietMs < 60_000 ? soonMs : laterMs;
}

/** The same after an answer that is no page, or none at all: at least as long as the server asks for. */
export function pauseAfter(refusal: Pick<Response, 'headers'> | undefined): number {
  return Math.max(refusedMs, 1_000 * Number(refusal?.headers.get('retry-after')) || 0);
}
