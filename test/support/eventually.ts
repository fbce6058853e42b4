import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `assertion` until it holds and returns its result. After `withinMs` it fails
 * with the assertion's last error. Use it for events that arrive without a request, never to hide a race.
 */
export async function eventually<T>(
  assertion: () => Promise<T> | T,
  { withinMs = 20_000 }: { withinMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(25);
  }
}
