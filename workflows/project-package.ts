import { defineSignal, setHandler } from '@temporalio/workflow';
import { search } from './activities.ts';
import { changedSignal } from './definitions.ts';

export const changed = defineSignal(changedSignal);

/** Updates the search entry of one package; changes that arrive meanwhile cause another round. */
export async function projectPackage(input: { packageId: string }): Promise<void> {
  let isStale = true;
  setHandler(changed, () => {
    isStale = true;
  });
  while (isStale) {
    isStale = false;
    await search.projectPackage(input);
  }
}
