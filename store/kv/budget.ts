import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request may still wait for the key-value store, all its calls together. */
export interface Budget {
  leftMs: number;
}

const requestMs = 45;
const budgets = new AsyncLocalStorage<Budget>();

export const createBudget = (): Budget => ({ leftMs: requestMs });

/** All that `work` begins shares the budget. */
export function spend(budget: Budget, work: () => void): void {
  budgets.run(budget, work);
}

/** Undefined for work that no request waits for. */
export const currentBudget = (): Budget | undefined => budgets.getStore();
