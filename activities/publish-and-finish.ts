import type { ReleaseRef, RunRef } from '../workflows/definitions.ts';
import type { PublishActivities } from './publish.ts';
import type { SearchActivities } from './search.ts';

/** The receipt waits no longer than this for the search. */
const finishWithinMs = 500;

/** The most releases. The search reads the list of them all again, which for 10,000 takes as long as the publish itself. */
export const largePackage = 1_000;

export interface PublishOutcome {
  /** The obstacle to publishing, or null when the release is visible. */
  waitsFor: string | null;
  /** Whether the search and the job are complete. */
  isFinished: boolean;
}

export type FinishingActivities = ReturnType<typeof createFinishingActivities>;

/**
 * The last two steps of a publish as one. A step of its own is two events, a call into the workflow's sandbox and often a
 * workflow task: apart they cost twice as much. Both can be repeated, so the combined one can.
 */
export function createFinishingActivities(
  publishing: Pick<PublishActivities, 'publish'>,
  searching: Pick<SearchActivities, 'finishPublish'>,
  countReleases: (packageId: string) => Promise<number>,
) {
  return {
    /** Makes the release visible, and finishes where that is quick: otherwise `finishPublish` follows as its own step. */
    async publishAndFinish(ref: ReleaseRef & RunRef & { isReturning?: boolean }): Promise<PublishOutcome> {
      const waitsFor = await publishing.publish(ref);
      // of a large package the search follows the receipt
      if (waitsFor !== null || (await countReleases(ref.packageId)) > largePackage) {
        return { waitsFor, isFinished: false };
      }
      return { waitsFor, isFinished: await isDoneSoon(searching.finishPublish(ref)) };
    },
  };
}

/** False when it failed or takes longer: the step that repeats it reports the reason. An attempt that still runs does no harm. */
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
