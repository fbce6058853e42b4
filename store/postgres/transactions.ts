import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabasePool as Pool, DatabaseTransactionConnection as Transaction } from 'slonik';

/** Throws unless a condition is true in the transaction. */
type Condition = (tx: Transaction) => Promise<void>;

const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Called first by every function that waits for another system.
 * @throws Error while a transaction is open: its locks and its connection would wait for that system
 */
export function refuseInTransaction(system: string): void {
  if (running.getStore()?.isOpen === true) {
    throw new Error(`a transaction is open: it must not wait for ${system}`);
  }
}

const conditions = new AsyncLocalStorage<{ check: Condition; isMet: boolean }>();

/** Makes the first transaction within `run` check the condition before any other work, and again at each retry. */
export function underCondition<Result>(check: Condition, run: () => Result): Result {
  return conditions.run({ check, isMet: false }, run);
}

/** The same pool: its transactions check their condition, and {@link refuseInTransaction} detects them. */
export function watchTransactions(pool: Pool): Pool {
  const start: Pool['transaction'] = pool.transaction;
  const begin: Pool['transaction'] = (work, retryLimit) => {
    const state = { isOpen: true };
    const whole = running.run(state, () => start(work, retryLimit));
    // work that was begun inside and continues afterwards is not restricted any more
    return whole.finally(() => (state.isOpen = false));
  };
  return Object.assign(pool, {
    transaction: (async (work, retryLimit) => {
      const condition = conditions.getStore();
      if (!condition || condition.isMet) return begin(work, retryLimit);
      const result = await begin(async (tx) => {
        await condition.check(tx);
        return work(tx);
      }, retryLimit);
      condition.isMet = true;
      return result;
    }) satisfies Pool['transaction'],
  });
}
