import { activityInfo, Context, heartbeat } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';

/** Lost beats of a busy process must not look like its death. */
const beatsPerTimeout = 3;

/** The details that each running step leaves behind, by its context. */
const left = new WeakMap<Context, unknown>();

/** Later attempts of this step find it in `activityInfo().heartbeatDetails`, also when this process dies. */
export function keepHeartbeatDetails(details: unknown): void {
  left.set(Context.current(), details);
  heartbeat(details);
}

/**
 * Reports that the process lives while a step runs. Without it the step of a killed worker starts again only
 * when its whole time is over, which for a slow step is minutes. Cancellations arrive with the answers: a step that
 * has to end soon needs a beat at least `everyMs`.
 */
export function beating(everyMs = Infinity): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { heartbeatTimeoutMs, heartbeatDetails } = activityInfo();
      if (heartbeatTimeoutMs === undefined) return next(input);
      const context = Context.current();
      // details of an earlier attempt stay for later ones
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
