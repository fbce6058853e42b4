import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may run before it yields to other work, in milliseconds. */
const turnMs = 10;

/** A pause for loops whose length depends on a client: `if (pause.isDue()) await pause.take()`. */
export interface Pause {
  isDue(): boolean;
  take(): Promise<void>;
}

export function createPause(): Pause {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > turnMs,
    async take() {
      await nextTurn();
      since = performance.now();
    },
  };
}
