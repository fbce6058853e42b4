/** A narrow way in front of a pool: those who have to take it leave room for those who need not. */
export interface Lane {
  /** @throws what `full` makes when too many wait, and the reason of the signal while it waits */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export interface LaneOptions {
  maxRunning: number;
  maxWaiting: number;
  full(): Error;
}

export function createLane({ maxRunning, maxWaiting, full }: LaneOptions): Lane {
  let running = 0;
  const waiting = new Set<() => void>();

  async function turn(signal: AbortSignal): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw full();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason as Error);
    waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      waiting.delete(resolve);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Whoever is next takes the place over: it is never free in between. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async run(signal, work) {
      await turn(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
