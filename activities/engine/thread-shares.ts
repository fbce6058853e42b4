/** How the threads of a pool are divided among searches that run at the same time. */
export interface ThreadShares {
  /** Takes up to `wanted` threads; at least one. The caller gives back as many. */
  take(wanted: number): number;
  giveBack(threads: number): void;
}

/**
 * Guarantees each of `searches` a thread: a search leaves one thread for each of the others, whether running or not.
 */
export function shareThreads({ threads, searches }: { threads: number; searches: number }): ThreadShares {
  let running = 0;
  let busy = 0;
  return {
    take(wanted) {
      const others = searches - 1 - running;
      const share = Math.max(1, Math.min(wanted, threads - busy - others));
      running += 1;
      busy += share;
      return share;
    },
    giveBack(share) {
      running -= 1;
      busy -= share;
    },
  };
}

/** The threads that guarantee each of `searches` one thread while a single search can have `most`. */
export function threadsFor({ searches, most }: { searches: number; most: number }): number {
  return searches + most - 1;
}
