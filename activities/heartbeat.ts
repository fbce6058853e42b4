import { activityInfo, Context, heartbeat } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';

/** A busy process that misses a beat must not count as dead. */
const beatsPerTimeout = 3;

/** The last heartbeat details of each running step, by its context. */
const left = new WeakMap<Context, unknown>();

/** Later attempts of this step read the details in `activityInfo().heartbeatDetails`, even when this process dies. */
export function keepHeartbeatDetails(details: unknown): void {
  left.set(Context.current(), details);
  heartbeat(details);
}

/**
 * Reports that the process is alive while a step runs. Without heartbeats the step of a killed worker starts again
 * only after its whole timeout, which is minutes for a slow step. Cancellations arrive with heartbeat answers: a step
 * that has to stop soon needs a beat at least `everyMs`.
 */
export function beating(everyMs = Infinity): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { heartbeatTimeoutMs, heartbeatDetails } = activityInfo();
      if (heartbeatTimeoutMs === undefined) return next(input);
      const context = Context.current();
      // keep the details of an earlier attempt for later ones
      left.set(context, heartbeatDetails);
      const beat = setInterval(
        () => heartbeat(left.get(context)),
        Math.min(everyMs, heartbeatTimeoutMs / beatsPerTimeout),
      );
      try {
        return await next(input);
      } finally {
        clearInterval(beat);
      }
    },
  };
}

export const alive = beating();
