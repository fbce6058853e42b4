import { defineSignal, setHandler } from '@temporalio/workflow';
import { search } from './activities.ts';
import { changedSignal } from './definitions.ts';

export const changed = defineSignal(changedSignal);

/** Brings the search engine up to date with one package; changes that arrive meanwhile are one more round. */
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
