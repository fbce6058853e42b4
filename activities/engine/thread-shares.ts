/** How the threads of a pool are divided among searches that run at the same time. */
export interface ThreadShares {
  /** Takes up to `wanted` threads; at least one. The caller gives back as many. */
  take(wanted: number): number;
  giveBack(threads: number): void;
}

/**
 * Every one of `searches` is sure of a thread: one search leaves a thread for each of the
 * others, running or not.
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

/** Threads with which each of `searches` is sure of one and a single search can have `most`. */
export function threadsFor({ searches, most }: { searches: number; most: number }): number {
  return searches + most - 1;
}
