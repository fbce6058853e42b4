import { isCancellation } from '@temporalio/workflow';
import { db, local } from './activities.ts';
import { asRefusal } from './refusal.ts';

/**
 * Takes a step locally; where that does not work out, patiently: as long as the database is away, it waits for
 * it. Giving up instead would undo releases that were accepted.
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
