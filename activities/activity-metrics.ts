import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import type { Metrics } from '../config/metrics.ts';
import { inSpan } from '../config/telemetry.ts';
import { CodedError } from '../domain/coded-error.ts';

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
        end({ outcome: outcomeOf(error) });
        throw error;
      }
    },
  };
}

/** An expected refusal counts as `refused`, not as an error: any publisher can cause one with a broken archive. */
export function outcomeOf(error: unknown): 'refused' | 'error' {
  if (error instanceof CodedError) return error.isPermanent ? 'refused' : 'error';
  const isExpected =
    error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN;
  return isExpected ? 'refused' : 'error';
}
