import { marginMs } from './change-log.ts';

/**
 * When the root last said something else, for clients that ask by time alone; null while nobody can know. Changes become
 * visible a moment after their time, two can have one second, and clocks differ: until a minute has passed, another change
 * may come that is no newer than what was sent. A process that has just begun may say it in other words.
 */
export function rootTime(
  { last, renewedAt, startedAt }: { last: number; renewedAt: Date | null; startedAt: number },
  now: number,
): Date | null {
  const changedAt = Math.max(last, renewedAt?.getTime() ?? 0, startedAt);
  return now - changedAt < marginMs ? null : new Date(changedAt);
}
