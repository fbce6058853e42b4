import { activityInfo } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import type { Metrics } from '../config/metrics.ts';

/** Times every activity by type and outcome. */
export function measured(metrics: Metrics): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const end = metrics.activities.startTimer({ activity: activityInfo().activityType });
      try {
        const result = await next(input);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: 'error' });
        throw error;
      }
    },
  };
}
