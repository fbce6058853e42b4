import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { scanFailed } from '../workflows/definitions.ts';

/** A crash or a time-out of the scanner from this attempt on is its last. */
const lastAttempt = 4;

/**
 * Tells a scanner that cannot cope with an archive from a database or store that is away: only the first gives
 * up, the second is waited for. @throws ApplicationFailure of the type `scan_failed` that is not retried
 */
export async function scanOrGiveUp<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    if (activityInfo().attempt < lastAttempt) throw error;
    throw ApplicationFailure.create({
      message: error instanceof Error ? error.message : String(error),
      type: scanFailed,
      nonRetryable: true,
      ...(error instanceof Error ? { cause: error } : {}),
    });
  }
}
