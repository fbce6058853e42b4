import { answerLimits } from '../../domain/limits/answers.ts';
import type { Client } from '@temporalio/client';
import { encodeWorkflowIdConflictPolicy, encodeWorkflowIdReusePolicy } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { queues, workflowNames } from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';
import { grpcCodes, hasGrpcCode } from '../health/grpc-codes.ts';
import { presentEvent, presentRun, type RunSummary } from './run-summary.ts';

export type { RunSummary };

interface Run {
  workflowId: string;
  runId: string;
}

/** A requested workflow. */
export interface Wanted {
  workflow: (typeof workflowNames)[keyof typeof workflowNames];
  workflowId: string;
  input: object;
  /** The summary for operators. */
  summary: string;
}

/** The runs of jobs in the workflow service. */
export interface JobRuns {
  /** Returns the id of the new run, or of the running one under the same id. @throws DomainError `not_ready` */
  start(wanted: Wanted): Promise<string>;
  /**
   * Repeats a run with the same input. `forgotten`: the service no longer has the earlier run. `running`: its workflow
   * runs, or is about to end. @throws DomainError `not_ready`
   */
  startAgain(run: Run): Promise<{ runId: string } | 'forgotten' | 'running'>;
  /** Null when the service no longer has the run. @throws DomainError `not_ready` */
  summarize(run: Run): Promise<RunSummary | null>;
  /** @throws DomainError `not_ready` */
  isRunning(run: Run): Promise<boolean>;
  /**
   * Requests the end of a run. True also for an ended run; false when the service no longer has the run.
   * @throws DomainError `not_ready`
   */
  cancel(run: Run): Promise<boolean>;
  /**
   * Runs the reconciler, or waits for a running one. Returns the number of recovered items.
   * @throws DomainError `deadline_exceeded`, `not_ready`
   */
  reconcile(): Promise<number>;
}

/** The longest time for which a request waits for the reconciler. */
const reconcileWithinMs = 30_000;

/** The most events of a run in a summary. */
const mostEvents = answerLimits['run events'].count;

/** The limit of a start: a request waits for it. */
const startWithinMs = 5_000;

/** The result of the reconciler. */
interface ReconcileCounts {
  restarted: number;
  projected: number;
  reviews: number;
  closed: number;
}

export function createJobRuns(client: Client): JobRuns {
  const { namespace } = client.options;

  async function isRunning({ workflowId, runId }: Run): Promise<boolean> {
    try {
      const execution = { workflowId, runId };
      const described = await client.workflowService.describeWorkflowExecution({ namespace, execution });
      return presentRun(described).status === 'running';
    } catch (error) {
      if (hasGrpcCode(error, grpcCodes.notFound)) return false;
      throw outageOr(error);
    }
  }

  async function findBeginning(execution: Run) {
    try {
      const { history } = await client.withDeadline(Date.now() + startWithinMs, () =>
        client.workflowService.getWorkflowExecutionHistory({ namespace, execution, maximumPageSize: 1 }),
      );
      return history?.events?.[0];
    } catch (error) {
      if (hasGrpcCode(error, grpcCodes.notFound)) return undefined;
      throw outageOr(error);
    }
  }

  return {
    async start({ workflow, workflowId, input, summary }) {
      try {
        const run = await client.withDeadline(Date.now() + startWithinMs, () =>
          client.workflow.start(workflow, {
            workflowId,
            taskQueue: queues.publish,
            workflowIdConflictPolicy: 'USE_EXISTING',
            workflowIdReusePolicy: 'ALLOW_DUPLICATE',
            typedSearchAttributes: jobAttributes(workflow),
            staticSummary: summary,
            args: [input],
          }),
        );
        return run.firstExecutionRunId;
      } catch (error) {
        throw outageOr(error);
      }
    },

    async summarize({ workflowId, runId }) {
      try {
        const execution = { workflowId, runId };
        const [described, { history }] = await Promise.all([
          client.workflowService.describeWorkflowExecution({ namespace, execution }),
          client.workflowService.getWorkflowExecutionHistoryReverse({
            namespace,
            execution,
            maximumPageSize: mostEvents,
          }),
        ]);
        const events = (history?.events ?? []).slice(0, mostEvents).map(presentEvent);
        return presentRun(described, events.toReversed());
      } catch (error) {
        if (hasGrpcCode(error, grpcCodes.notFound)) return null;
        throw outageOr(error);
      }
    },

    isRunning,

    async cancel({ workflowId, runId }) {
      try {
        await client.workflowService.requestCancelWorkflowExecution({
          namespace,
          workflowExecution: { workflowId, runId },
          identity: 'rookery api',
          requestId: randomUUID(),
        });
        return true;
      } catch (error) {
        if (hasGrpcCode(error, grpcCodes.notFound)) return false;
        throw outageOr(error);
      }
    },

    async reconcile() {
      try {
        const run = await client.workflow.start(workflowNames.reconcileReleases, {
          workflowId: 'reconcile-releases-by-operator',
          taskQueue: queues.publish,
          workflowIdConflictPolicy: 'USE_EXISTING',
          typedSearchAttributes: jobAttributes(workflowNames.reconcileReleases),
          staticSummary: 'Restart releases left behind (by an operator)',
          args: [],
        });
        const waited = new AbortController();
        const result = run.result() as Promise<ReconcileCounts>;
        const late = pause(reconcileWithinMs, null, { signal: waited.signal }).catch(() => null);
        const counts = await Promise.race([result, late]).finally(() => {
          waited.abort();
        });
        result.catch(() => undefined);
        if (!counts) throw new DomainError('deadline_exceeded', 'the reconciler runs on in the background');
        const { restarted, projected, reviews, closed } = counts;
        return restarted + projected + reviews + closed;
      } catch (error) {
        throw outageOr(error);
      }
    },

    async startAgain(run) {
      const beginning = await findBeginning(run);
      const attributes = beginning?.workflowExecutionStartedEventAttributes;
      if (!beginning || !attributes) return 'forgotten';
      const { workflowType, taskQueue, input, memo, searchAttributes, retryPolicy } = attributes;
      const request = {
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
        // an ended workflow may start again, a running one is not affected
        workflowIdReusePolicy: encodeWorkflowIdReusePolicy('ALLOW_DUPLICATE') ?? null,
        workflowIdConflictPolicy: encodeWorkflowIdConflictPolicy('FAIL') ?? null,
      };
      try {
        const { runId } = await client.withDeadline(Date.now() + startWithinMs, () =>
          client.workflowService.startWorkflowExecution(request),
        );
        return runId ? { runId } : 'forgotten';
      } catch (error) {
        if (hasGrpcCode(error, grpcCodes.alreadyExists)) return 'running';
        throw outageOr(error);
      }
    },
  };
}

/** Replaces the error of an unreachable service by a DomainError. */
function outageOr(error: unknown): unknown {
  const isAway = hasGrpcCode(error, grpcCodes.unavailable, grpcCodes.deadlineExceeded);
  return isAway ? new DomainError('not_ready', 'the workflow service is away, try again', {}, error) : error;
}
