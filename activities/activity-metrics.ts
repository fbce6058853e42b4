import { activityInfo } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import type { Metrics } from '../config/metrics.ts';
import { inSpan } from '../config/telemetry.ts';

/** Times every activity by type and outcome, and traces it. */
export function measured(metrics: Metrics): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { activityType, workflowExecution } = activityInfo();
      const end = metrics.activities.startTimer({ activity: activityType });
      const attributes = { 'rookery.workflow_id': workflowExecution?.workflowId ?? '' };
      try {
        const result = await inSpan(activityType, attributes, () => next(input));
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: 'error' });
        throw error;
      }
    },
  };
}
