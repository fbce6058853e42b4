import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabasePool as Pool, DatabaseTransactionConnection as Transaction } from 'slonik';

/** Throws unless its condition is true in the transaction. */
type Condition = (tx: Transaction) => Promise<void>;

const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Every function that waits for another system calls it first. @throws Error while a transaction is open: its locks and its connection would wait as
 * well, for as long as that system takes
 */
export function refuseInTransaction(system: string): void {
  if (running.getStore()?.isOpen === true) {
    throw new Error(`a transaction is open: it must not wait for ${system}`);
  }
}

const conditions = new AsyncLocalStorage<{ check: Condition; isMet: boolean }>();

/** The first transaction of what `run` begins checks the condition before it does anything else, and again where it is repeated. */
export function underCondition<Result>(check: Condition, run: () => Result): Result {
  return conditions.run({ check, isMet: false }, run);
}

/** The same pool, whose transactions check the condition that they are under, and are known to {@link refuseInTransaction}. */
export function watchTransactions(pool: Pool): Pool {
  const start: Pool['transaction'] = pool.transaction;
  const begin: Pool['transaction'] = (work, retryLimit) => {
    const state = { isOpen: true };
    const whole = running.run(state, () => start(work, retryLimit));
    // what was begun inside and goes on afterwards is free again
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
