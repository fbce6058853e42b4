import { refuseInTransaction } from '../postgres/transactions.ts';
import { createBreaker } from '../breaker.ts';
import { currentBudget } from './budget.ts';
import type { KeyValue } from './kv.ts';

export interface GuardedOptions {
  /** The common store of all replicas. */
  shared: KeyValue;
  /** The memory of this process, used during an outage. */
  own: KeyValue;
  budgetMs?: number;
  /** Called for each call that the process's memory has answered. */
  onOwn?: () => void;
  onChange?: (state: { isAway: boolean; cause?: unknown }) => void;
}

const usualMs = 40;

/**
 * A shared store that hardly delays requests while it is unavailable or slow: the first call waits for 40 ms, all
 * others are answered from the memory of this process, until the store answers again. Only `ping` reports the outage.
 */
export function createGuardedKeyValue(options: GuardedOptions): KeyValue {
  const { shared, own, budgetMs = usualMs, onOwn, onChange } = options;
  const breaker = createBreaker({
    budgetMs,
    probe: () => shared.ping(),
    onChange: ({ isOpen: isAway, cause }) => onChange?.({ isAway, cause }),
  });

  async function call<T>(ask: (store: KeyValue) => Promise<T>): Promise<T> {
    // before the breaker: a programming error is not a failure of the store
    refuseInTransaction('the key-value store');
    const budget = currentBudget();
    const leftMs = Math.min(budgetMs, budget?.leftMs ?? budgetMs);
    if (leftMs > 0 && !breaker.isOpen()) {
      const started = performance.now();
      try {
        return await breaker.run(() => ask(shared), leftMs);
      } catch {
        // answered below
      } finally {
        if (budget) budget.leftMs -= performance.now() - started;
      }
    }
    onOwn?.();
    return ask(own);
  }

  return {
    kind: shared.kind,
    get: (key) => call((store) => store.get(key)),
    set: (key, value, ttlSeconds) => call((store) => store.set(key, value, ttlSeconds)),
    setIfAbsent: (key, value, ttlSeconds) => call((store) => store.setIfAbsent(key, value, ttlSeconds)),
    increment: (key, ttlSeconds) => call((store) => store.increment(key, ttlSeconds)),
    delete: (key) => call((store) => store.delete(key)),
    hit: (key, limit, windowSeconds) => call((store) => store.hit(key, limit, windowSeconds)),
    ping: () => breaker.run(() => shared.ping()),
    async close() {
      breaker.end();
      await Promise.all([shared.close(), own.close()]);
    },
  };
}
