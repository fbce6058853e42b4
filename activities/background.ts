import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../config/logging.ts';

const everyMs = 1_000;
/** The most rows that one step of {@link repeat} processes. */
export const atOnce = 100;

/**
 * Repeats a step as long as the worker runs. The step returns the number of rows that it processed. A step that
 * processed {@link atOnce} rows is repeated without a pause. `complaint`: the log message when a step fails.
 */
export function repeat(
  step: () => Promise<number>,
  complaint: string,
  log: Pick<Logger, 'warn'>,
  pauseMs = everyMs,
): AsyncDisposable {
  const stop = new AbortController();
  const tryOnce = () =>
    step().catch((error: unknown) => {
      log.warn({ err: error }, complaint);
      return 0;
    });
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isMore = (await tryOnce()) === atOnce;
      if (!isMore) await setTimeout(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
