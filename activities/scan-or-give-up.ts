import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { messageOf } from '../domain/error-text.ts';
import { scanFailed } from '../workflows/definitions.ts';
import { keepHeartbeatDetails } from './heartbeat.ts';

/** The number of tries in which the scanner may die or not answer. */
const maxFailedTries = 3;

/** The state that tries of a step leave for later ones: how many failed by no fault of the bytes. */
interface Excused {
  excused: number;
}

/** The sandbox crashed or took too long. */
class ScanFault extends Error {
  override name = 'ScanFault';
}

/**
 * Tells a scanner that cannot cope with an archive from a database or store that is away: only the first gives
 * up, the second is waited for. @throws ApplicationFailure of the type `scan_failed` that is not retried
 */
export async function scanOrGiveUp<Output>(run: () => Promise<Output>): Promise<Output> {
  if (failedTries() >= maxFailedTries) throw givenUp();
  try {
    return await run();
  } catch (error) {
    const fault = new ScanFault(messageOf(error), { cause: error });
    throw failedTries() + 1 < maxFailedTries ? fault : givenUp(fault);
  }
}

/**
 * Counts the tries of a step that were not excused by an error of another part. A scanner that was killed, blocked or ran
 * out of memory leaves nothing behind, so such a try counts in any case. Within `alive`.
 */
export const excusedTries: ActivityInboundCallsInterceptor = {
  async execute(input, next) {
    // `>`, not `>=`: at the limit the step runs once more, so that it gives up by itself and puts that on record
    if (failedTries() > maxFailedTries) throw givenUp();
    try {
      return await next(input);
    } catch (error) {
      if (!(error instanceof ScanFault)) keepHeartbeatDetails({ excused: excused() + 1 } satisfies Excused);
      throw error;
    }
  },
};

function failedTries(): number {
  return activityInfo().attempt - 1 - excused();
}

function excused(): number {
  const details = activityInfo().heartbeatDetails as Partial<Excused> | undefined;
  return details?.excused ?? 0;
}

function givenUp(cause = new ScanFault('its scanner was ended, or did not answer, each time')) {
  return ApplicationFailure.create({ message: cause.message, type: scanFailed, nonRetryable: true, cause });
}
