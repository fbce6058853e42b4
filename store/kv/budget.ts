import { AsyncLocalStorage } from 'node:async_hooks';

/** The remaining time that one request may wait for the key-value store, over all its calls. */
export interface Budget {
  leftMs: number;
}

const requestMs = 45;
const budgets = new AsyncLocalStorage<Budget>();

export const createBudget = (): Budget => ({ leftMs: requestMs });

/** All calls within `work` share the budget. */
export function spend(budget: Budget, work: () => void): void {
  budgets.run(budget, work);
}

/** Undefined for work outside of a request. */
export const currentBudget = (): Budget | undefined => budgets.getStore();
