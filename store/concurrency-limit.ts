/** Work that is done a few at a time; the rest waits in line, first come, first served. */
export interface ConcurrencyLimit {
  /** How many wait. */
  readonly waiting: number;
  /** @throws Error of `refuse` for what the line has no room for, and for what waited too long */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface Options {
  size: number;
  /** Length of the line; without it there is no bound. */
  maxWaiting?: number;
  /** Longest wait in milliseconds; without it there is no bound. */
  withinMs?: number;
  refuse(): Error;
}

export function createConcurrencyLimit({
  size,
  maxWaiting = Infinity,
  withinMs,
  refuse,
}: Options): ConcurrencyLimit {
  const waiting = new Set<() => void>();
  let taken = 0;

  async function take(): Promise<void> {
    if (taken < size) {
      taken += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw refuse();
    const turn = Promise.withResolvers<void>();
    waiting.add(turn.resolve);
    const giveUp = () => {
      waiting.delete(turn.resolve);
      turn.reject(refuse());
    };
    const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  /** Hands the place on, so that no other work takes it in between. */
  function release(): void {
    const [next] = waiting;
    if (!next) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    get waiting() {
      return waiting.size;
    },
    async run(work) {
      await take();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
