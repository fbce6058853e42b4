import { ConnectionError, type DatabasePool as Pool } from 'slonik';

/** Longest wait for a connection while all are in use, in milliseconds. */
const mostMs = 20_000;

const methods = [
  'any',
  'anyFirst',
  'connect',
  'exists',
  'many',
  'manyFirst',
  'maybeOne',
  'maybeOneFirst',
  'one',
  'oneFirst',
  'query',
  'record',
  'transaction',
] as const;

export interface Slots {
  /** How many wait for one. */
  readonly waiting: number;
  /** @throws ConnectionError when none became free in time */
  take(): Promise<void>;
  give(): void;
}

export function createSlots(size: number, withinMs = mostMs): Slots {
  let free = size;
  const waiting = new Set<() => void>();
  return {
    get waiting() {
      return waiting.size;
    },
    async take() {
      if (free > 0) {
        free -= 1;
        return;
      }
      const turn = Promise.withResolvers<void>();
      waiting.add(turn.resolve);
      const timer = setTimeout(() => {
        waiting.delete(turn.resolve);
        turn.reject(new ConnectionError(`no connection to the database became free within ${withinMs} ms`));
      }, withinMs);
      await turn.promise.finally(() => clearTimeout(timer));
    },
    give() {
      const [next] = waiting;
      if (!next) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}

/** The same pool, which refuses work that has waited too long for a connection: its own queue has no limit. */
export function limitWaits(pool: Pool, size: number): Pool {
  const slots = createSlots(size);
  const state: Pool['state'] = pool.state;
  for (const method of methods) {
    // one wrapping for methods of different types: arguments and results are passed on as they are
    const call = pool[method] as (...input: unknown[]) => Promise<unknown>;
    const limited = async (...input: unknown[]) => {
      await slots.take();
      try {
        return await call(...input);
      } finally {
        slots.give();
      }
    };
    Object.assign(pool, { [method]: limited });
  }
  return Object.assign(pool, {
    state: () => ({ ...state(), waitingClients: slots.waiting }),
  });
}
