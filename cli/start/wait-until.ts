import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 40;
const noticeMs = 10_000;

export interface WaitFor {
  what: string;
  isReady: () => Promise<boolean>;
  /** Throws if a longer wait is pointless. */
  assertHopeful: () => void;
  /** Fires when the user stops the platform. */
  signal: AbortSignal;
  say: (text: string) => void;
}

/** Polls until ready; reports every ten seconds that it is still waiting. */
export async function waitFor({ what, isReady, assertHopeful, signal, say }: WaitFor): Promise<void> {
  const started = Date.now();
  let noticed = 0;
  while (!(await isReady())) {
    signal.throwIfAborted();
    assertHopeful();
    const waited = Date.now() - started;
    if (waited - noticed >= noticeMs) {
      noticed = waited;
      say(`still waiting for ${what} (${Math.round(waited / 1000)} s)`);
    }
    await delay(pollMs, undefined, { signal });
  }
}
