import type { ReleaseRef, RunRef } from '../workflows/definitions.ts';
import type { PublishActivities } from './publish.ts';
import type { SearchActivities } from './search.ts';

/** The longest time for which the receipt waits for the search. */
const finishWithinMs = 500;

/**
 * The most releases of a package whose search entry is updated with the publish: the update reads all of them again,
 * which for 10,000 releases takes as long as the publish itself.
 */
export const largePackage = 1_000;

export interface PublishOutcome {
  /** The obstacle to publishing, or null when the release is visible. */
  waitsFor: string | null;
  /** Whether the search and the job are complete. */
  isFinished: boolean;
}

export type FinishingActivities = ReturnType<typeof createFinishingActivities>;

/**
 * Combines the last two steps of a publish. A separate step costs two events, a call into the workflow's sandbox and
 * often a workflow task: apart, the two steps cost twice as much. Each can be repeated, so the combined step can, too.
 */
export function createFinishingActivities(
  publishing: Pick<PublishActivities, 'publish'>,
  searching: Pick<SearchActivities, 'finishPublish'>,
  countReleases: (packageId: string) => Promise<number>,
) {
  return {
    /**
     * Makes the release visible, and updates the search if that is quick; otherwise `finishPublish` follows as a step.
     */
    async publishAndFinish(ref: ReleaseRef & RunRef & { isReturning?: boolean }): Promise<PublishOutcome> {
      const waitsFor = await publishing.publish(ref);
      // the search entry of a large package is updated after the receipt
      if (waitsFor !== null || (await countReleases(ref.packageId)) > largePackage) {
        return { waitsFor, isFinished: false };
      }
      return { waitsFor, isFinished: await isDoneSoon(searching.finishPublish(ref)) };
    },
  };
}

/**
 * False when `finishing` failed or takes longer: the next step repeats it and reports errors. A late end is harmless.
 */
async function isDoneSoon(finishing: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), finishWithinMs);
  });
  const done = finishing.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
