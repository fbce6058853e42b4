import type { ChildProcess } from 'node:child_process';

/** The message of our servers to their supervisor as long as their loop turns. */
export const aliveMessage = { kind: 'alive' } as const;
export const aliveEveryMs = 2_000;
/** So many times in a row without a word: 30 seconds. */
const maxSilentLooks = 15;

export interface Liveness {
  everyMs: number;
  onSilence(silentMs: number): void;
}

/**
 * Watches a process from its report that it is ready: loading its code may take any time. Looks are counted, not
 * time: a machine that was asleep has not looked.
 */
export function watchLiveness(child: ChildProcess, { everyMs, onSilence }: Liveness): void {
  let silentLooks = 0;
  let timer: NodeJS.Timeout | undefined;
  child.on('message', (message) => {
    silentLooks = 0;
    if (isReady(message)) timer ??= setInterval(look, everyMs);
  });
  child.once('exit', () => clearInterval(timer));

  function look(): void {
    silentLooks += 1;
    if (silentLooks < maxSilentLooks) return;
    clearInterval(timer);
    onSilence(silentLooks * everyMs);
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready';
}
