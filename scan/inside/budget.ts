import { insideBudget } from '../limits.ts';
import { PartStop } from '../parts/part-stop.ts';

/** The remaining budget for the archives inside the files of one release. */
export interface InsideBudget {
  /** @throws PartStop if the budget or the time is used up */
  spend(bytes: number): void;
  spendEntry(): void;
  /** False if the budget for texts is used up. */
  takeText(bytes: number): boolean;
  /** Runs `work`; only its time counts. */
  timed<T>(work: () => Promise<T>): Promise<T>;
}

export function createInsideBudget(
  limits: Partial<Record<keyof typeof insideBudget, number>> = {},
): InsideBudget {
  const { totalBytes, entries, milliseconds, textBytes } = { ...insideBudget, ...limits };
  let bytesLeft: number = totalBytes;
  let entriesLeft: number = entries;
  let textLeft: number = textBytes;
  let timeLeft: number = milliseconds;
  let since = performance.now();

  function assertTime(): void {
    if (performance.now() - since > timeLeft) throw new PartStop('it takes too long to read', 'limit');
  }

  return {
    spend(bytes) {
      bytesLeft -= bytes;
      if (bytesLeft < 0)
        throw new PartStop(`archives inside expand to more than ${totalBytes} bytes`, 'limit');
      assertTime();
    },
    spendEntry() {
      entriesLeft -= 1;
      if (entriesLeft < 0) throw new PartStop(`archives inside have more than ${entries} entries`, 'limit');
      assertTime();
    },
    takeText(bytes) {
      if (bytes > textLeft) return false;
      textLeft -= bytes;
      return true;
    },
    async timed(work) {
      since = performance.now();
      try {
        return await work();
      } finally {
        timeLeft -= performance.now() - since;
      }
    },
  };
}
