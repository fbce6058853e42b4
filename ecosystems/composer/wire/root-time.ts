import { marginMs } from './change-log.ts';

/**
 * The time of the last change of the root, for clients that revalidate by time only; null while uncertain. Changes
 * become visible after their timestamps, two changes can share a second, and clocks differ: for one minute, a further
 * change may have a time that is not newer than the sent root. A new process may render the root differently.
 */
export function rootTime(
  { last, renewedAt, startedAt }: { last: number; renewedAt: Date | null; startedAt: number },
  now: number,
): Date | null {
  const changedAt = Math.max(last, renewedAt?.getTime() ?? 0, startedAt);
  return now - changedAt < marginMs ? null : new Date(changedAt);
}
