import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabasePool as Pool, DatabaseTransactionConnection as Transaction } from 'slonik';

/** Throws unless its condition is true in the transaction. */
export type Condition = (tx: Transaction) => Promise<void>;

const conditions = new AsyncLocalStorage<{ check: Condition; isMet: boolean }>();

/** The first transaction of what `run` begins checks the condition before it does anything else, and again where it is repeated. */
export function underCondition<Result>(check: Condition, run: () => Result): Result {
  return conditions.run({ check, isMet: false }, run);
}

/** The same pool, whose transactions check the condition that they are under. */
export function checkConditions(pool: Pool): Pool {
  const begin: Pool['transaction'] = pool.transaction;
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
