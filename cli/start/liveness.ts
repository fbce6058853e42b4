import type { ChildProcess } from 'node:child_process';

/** The message of a server to its supervisor while its event loop runs. */
export const aliveMessage = { kind: 'alive' } as const;
export const aliveEveryMs = 2_000;
/** The number of intervals in a row without a message: 30 seconds. */
const maxSilentLooks = 15;

export interface Liveness {
  everyMs: number;
  onSilence(silentMs: number): void;
}

/**
 * Watches a process after it has reported readiness: loading its code may take any time. Silence is counted in
 * checks, not in time, because a suspended machine makes no checks.
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
