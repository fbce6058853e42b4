import { setTimeout as delay } from 'node:timers/promises';

/** One Ctrl-C can arrive twice: from the terminal, and forwarded by npm. */
const sameKeypressMs = 1_000;
const parentPollMs = 1_000;

export interface StopRequest {
  /** Aborted at the first request. */
  signal: AbortSignal;
  /** Resolves at the first request. */
  requested: Promise<void>;
}

/**
 * Converts SIGINT, SIGTERM, SIGHUP and the end of the reader of the output into one stop request.
 * @param insist called at a second request, if it comes later than one key press takes
 */
export function listenForStop(insist: () => void): StopRequest {
  const control = new AbortController();
  let first = 0;
  const requested = new Promise<void>((resolve) => {
    const stop = () => {
      if (control.signal.aborted) {
        if (Date.now() - first > sameKeypressMs) insist();
        return;
      }
      first = Date.now();
      control.abort();
      resolve();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
    // the output has no reader any more; errors of further lines must not count as a second request
    process.stdout.on('error', () => {
      if (!control.signal.aborted) stop();
    });
    if (process.env['npm_lifecycle_event'] === 'start') watchParent(stop);
  });
  return { signal: control.signal, requested };
}

/** Stops when the parent ends: after a kill of npm (`npm start`), no other process would stop the platform. */
function watchParent(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentPollMs);
}

/** Ends the process after written output has reached its pipe. */
export async function exitAfterOutput(code: number): Promise<never> {
  const written = new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
  });
  await Promise.race([written, delay(1_000)]);
  process.exit(code);
}
