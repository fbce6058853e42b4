import { Late, within } from './within.ts';

/**
 * Guards calls to a part that may be unavailable. After the first failure, calls fail at once until the part answers
 * again.
 */
interface Breaker {
  isOpen(): boolean;
  /**
   * `budgetMs`: a shorter time limit than usual; its expiry does not count as a failure of the part.
   * @throws Error at once while open, after the budget, and errors of `ask`
   */
  run<T>(ask: () => Promise<T>, budgetMs?: number): Promise<T>;
  /** Ends the probes. */
  end(): void;
}

interface BreakerOptions {
  /** Maximum wait for one answer. */
  budgetMs: number;
  /** Runs in the background while the breaker is open: no caller waits for it. */
  probe(): Promise<unknown>;
  probeEveryMs?: number;
  onChange?: (state: { isOpen: boolean; cause?: unknown }) => void;
}

export function createBreaker({
  budgetMs: usualMs,
  probe,
  probeEveryMs = 250,
  onChange,
}: BreakerOptions): Breaker {
  let isOpen = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;

  function open(cause: unknown): void {
    if (isOpen || isEnded) return;
    isOpen = true;
    onChange?.({ isOpen, cause });
    scheduleProbe();
  }

  function scheduleProbe(): void {
    timer = setTimeout(() => void tryAgain(), probeEveryMs);
    timer.unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await within(probe(), usualMs);
      isOpen = false;
      onChange?.({ isOpen });
    } catch {
      if (!isEnded) scheduleProbe();
    }
  }

  return {
    isOpen: () => isOpen,
    async run(ask, budgetMs = usualMs) {
      if (isOpen) throw new Error('the part was away a moment ago');
      try {
        return await within(ask(), budgetMs);
      } catch (error) {
        if (!(error instanceof Late) || budgetMs >= usualMs) open(error);
        throw error;
      }
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
