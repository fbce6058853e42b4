import { setTimeout as delay } from 'node:timers/promises';

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const sameKeypressMs = 1_000;
const parentPollMs = 1_000;

export interface StopRequest {
  /** Aborted at the first request. */
  signal: AbortSignal;
  /** Resolves at the first request. */
  requested: Promise<void>;
}

/**
 * Turns SIGINT, SIGTERM, SIGHUP and the end of the process that reads our output into one request to stop.
 * @param insist called when the user asks again, later than one key press takes
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
    // the output has no reader any more; each further line fails again, and asks for no hurry
    process.stdout.on('error', () => {
      if (!control.signal.aborted) stop();
    });
    if (process.env['npm_lifecycle_event'] === 'start') watchParent(stop);
  });
  return { signal: control.signal, requested };
}

/** The user starts and ends `npm start`: when npm is killed, no other process would stop the platform. */
function watchParent(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentPollMs);
}

/** Lets written output reach a pipe before the process ends. */
export async function exitAfterOutput(code: number): Promise<never> {
  const written = new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
  });
  await Promise.race([written, delay(1_000)]);
  process.exit(code);
}
