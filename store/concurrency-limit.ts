/** Runs a limited number of tasks at a time; further tasks wait in a queue, first come, first served. */
export interface ConcurrencyLimit {
  /** The number of waiting tasks. */
  readonly waiting: number;
  /** @throws Error of `refuse` for work that finds the queue full or has waited too long */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface Options {
  size: number;
  /** Maximum length of the queue; default: unlimited. */
  maxWaiting?: number;
  /** Maximum wait in milliseconds; default: unlimited. */
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

  /** Passes the place to the next task directly, so that no other task takes it in between. */
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
