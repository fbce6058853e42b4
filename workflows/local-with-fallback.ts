import { isCancellation } from '@temporalio/workflow';
import { db, local } from './activities.ts';
import { asRefusal } from './refusal.ts';

/**
 * Runs a step locally; if that fails, as a regular activity, which waits while the database is unreachable. Giving up
 * would undo accepted releases.
 */
export async function localWithFallback<Result>(
  step: (activities: typeof local | typeof db) => Promise<Result>,
): Promise<Result> {
  try {
    return await step(local);
  } catch (error) {
    if (asRefusal(error) || isCancellation(error)) throw error;
    return step(db);
  }
}
