import { type Client, isGrpcServiceError } from '@temporalio/client';
import { encodeWorkflowIdConflictPolicy, encodeWorkflowIdReusePolicy } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';

interface Run {
  workflowId: string;
  runId: string;
}

/** The runs of jobs in the workflow service. */
export interface JobRuns {
  /**
   * Does the work of a run once more, with the same input. Returns the id of the new run; null when nothing is known of
   * the earlier one any more. @throws DomainError `invalid_state` while its workflow runs, `not_ready`
   */
  startAgain(run: Run): Promise<string | null>;
}

/** Of gRPC. */
const codes = { deadlineExceeded: 4, notFound: 5, alreadyExists: 6, unavailable: 14 };

export function createJobRuns(client: Client): JobRuns {
  const { namespace } = client.options;

  async function findBeginning(execution: Run) {
    try {
      const { history } = await client.workflowService.getWorkflowExecutionHistory({
        namespace,
        execution,
        maximumPageSize: 1,
      });
      return history?.events?.[0];
    } catch (error) {
      if (hasCode(error, codes.notFound)) return undefined;
      throw outageOr(error);
    }
  }

  return {
    async startAgain(run) {
      const beginning = await findBeginning(run);
      const attributes = beginning?.workflowExecutionStartedEventAttributes;
      if (!beginning || !attributes) return null;
      const { workflowType, taskQueue, input, memo, searchAttributes, retryPolicy } = attributes;
      try {
        const started = await client.workflowService.startWorkflowExecution({
          namespace,
          workflowId: run.workflowId,
          workflowType: workflowType ?? null,
          taskQueue: taskQueue ?? null,
          input: input ?? null,
          memo: memo ?? null,
          searchAttributes: searchAttributes ?? null,
          retryPolicy: retryPolicy ?? null,
          workflowExecutionTimeout: attributes.workflowExecutionTimeout ?? null,
          workflowRunTimeout: attributes.workflowRunTimeout ?? null,
          workflowTaskTimeout: attributes.workflowTaskTimeout ?? null,
          userMetadata: beginning.userMetadata ?? null,
          identity: 'rookery api',
          requestId: randomUUID(),
          // a workflow that has ended may begin anew, one that runs is left alone
          workflowIdReusePolicy: encodeWorkflowIdReusePolicy('ALLOW_DUPLICATE') ?? null,
          workflowIdConflictPolicy: encodeWorkflowIdConflictPolicy('FAIL') ?? null,
        });
        return started.runId ?? null;
      } catch (error) {
        if (!hasCode(error, codes.alreadyExists)) throw outageOr(error);
        throw new DomainError('invalid_state', 'the workflow of this job is running', {}, error);
      }
    },
  };
}

/** A service that is away is an answer that operators understand. */
function outageOr(error: unknown): unknown {
  const isAway = hasCode(error, codes.unavailable) || hasCode(error, codes.deadlineExceeded);
  return isAway ? new DomainError('not_ready', 'the workflow service is away, try again', {}, error) : error;
}

function hasCode(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && (error.code as number) === code;
}
