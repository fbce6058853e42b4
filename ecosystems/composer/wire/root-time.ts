import { marginMs } from './change-log.ts';

/**
 * The time of the last change of the root, for clients that ask by time alone; null while it is uncertain. Changes become
 * visible a moment after their time, two can have one second, and clocks differ: until a minute has passed, another change
 * may come that is no newer than the root that was sent. A process that has just begun may render it differently.
 */
export function rootTime(
  { last, renewedAt, startedAt }: { last: number; renewedAt: Date | null; startedAt: number },
  now: number,
): Date | null {
  const changedAt = Math.max(last, renewedAt?.getTime() ?? 0, startedAt);
  return now - changedAt < marginMs ? null : new Date(changedAt);
}
