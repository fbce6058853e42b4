import { activityInfo, heartbeat } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';

/** Lost beats of a busy process must not look like its death. */
const beatsPerTimeout = 3;

/**
 * Says that the process lives while a step runs. Without it the step of a killed worker starts again only
 * when its whole time is over, which for a slow step is minutes. Cancellations come with the answers: a step that
 * has to end soon needs a beat at least `everyMs`.
 */
export function beating(everyMs = Infinity): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { heartbeatTimeoutMs, heartbeatDetails } = activityInfo();
      if (heartbeatTimeoutMs === undefined) return next(input);
      // what an earlier attempt left for later ones stays
      const beat = setInterval(
        () => heartbeat(heartbeatDetails),
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
