import { DomainError } from '../../domain/errors.ts';

/** Work that is done a few at a time; the rest waits in line, and a line that is full turns away. */
export interface ConcurrencyLimit {
  /** @throws DomainError `overloaded` */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 1;

export function createConcurrencyLimit({
  size,
  maxWaiting,
}: {
  size: number;
  maxWaiting: number;
}): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let taken = 0;

  async function take(): Promise<void> {
    if (taken < size) {
      taken += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new DomainError('overloaded', 'too many log-ins at the same time, try again', {
        retryAfterSeconds,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the slot on, so that no other request takes it in between. */
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  return {
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
