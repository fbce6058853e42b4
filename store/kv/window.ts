import type { RateVerdict } from './kv.ts';

/** Hits of one key in the running window and in the previous one. */
export interface WindowCount {
  previous: number;
  current: number;
  /** Time since the start of the running window. */
  elapsedMs: number;
}

/** Whether another hit fits: the previous window counts by its overlap with the last `windowMs`. */
export function hasRoom(count: WindowCount, limit: number, windowMs: number): boolean {
  return weigh(count, windowMs) + 1 <= limit;
}

/**
 * The verdict for the client. `count` is the count after the hit, or unchanged if the hit was refused. After a
 * refusal, `resetSeconds` is the time until a hit would fit, at least 1.
 */
export function verdictOf(
  count: WindowCount,
  isAllowed: boolean,
  limit: number,
  windowMs: number,
): RateVerdict {
  return {
    isAllowed,
    remaining: isAllowed ? Math.max(0, Math.floor(limit - weigh(count, windowMs))) : 0,
    resetSeconds: Math.max(isAllowed ? 0 : 1, Math.ceil(waitMs(count, limit, windowMs) / 1000)),
  };
}

function weigh({ previous, current, elapsedMs }: WindowCount, windowMs: number): number {
  return (previous * (windowMs - elapsedMs)) / windowMs + current;
}

/** Milliseconds until another hit fits. */
function waitMs({ previous, current, elapsedMs }: WindowCount, limit: number, windowMs: number): number {
  const room = limit - 1;
  const untilNext = windowMs - elapsedMs;
  if (room < 0) return untilNext;
  if (current > room) return untilNext + windowMs * (1 - room / current);
  if (previous === 0) return 0;
  return Math.max(0, windowMs * (1 - (room - current) / previous) - elapsedMs);
}
