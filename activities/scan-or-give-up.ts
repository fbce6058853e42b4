import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { messageOf } from '../domain/error-text.ts';
import { scanFailed } from '../workflows/definitions.ts';
import { keepHeartbeatDetails } from './heartbeat.ts';

/** The number of attempts in which the scanner may crash or not answer. */
const maxFailedTries = 3;

/** The heartbeat details for later attempts: the number of attempts that failed for another reason than the bytes. */
interface Excused {
  excused: number;
}

/** The sandbox crashed or took too long. */
class ScanFault extends Error {
  override name = 'ScanFault';
}

/**
 * Distinguishes a scanner that fails on an archive from an unreachable database or store. Only a failing scanner gives
 * up; others are retried. @throws ApplicationFailure of the type `scan_failed` that is not retried
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
 * Counts the attempts of a step that another part did not excuse by its error. A scanner that was killed, blocked or
 * out of memory leaves no details, so its attempt always counts. Runs within `alive`.
 */
export const excusedTries: ActivityInboundCallsInterceptor = {
  async execute(input, next) {
    // `>`, not `>=`: at the limit the step runs once more, so that it gives up by itself and records that
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
