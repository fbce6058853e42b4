import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { requested } from './activities.ts';
import type { ReindexInput } from './definitions.ts';

/** Every package into the search anew; goes on where it was. */
export async function reindexSearch({ after = '', done = 0 }: ReindexInput = {}): Promise<number> {
  for (;;) {
    const { projected, next } = await requested.reindexBatch({ after });
    done += projected;
    if (next === null) return done;
    after = next;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof reindexSearch>({ after, done });
  }
}

/** Removes expired tokens and sessions. */
export async function cleanTokens(): Promise<Record<string, number>> {
  return requested.cleanTokens();
}
