import type { Client } from '@temporalio/client';

/** A run as the workflow service knows it. */
export interface RunSummary {
  status: string;
  historyLength: number;
  startedAt: Date | null;
  closedAt: Date | null;
  /** Steps that have begun and not ended. */
  pendingSteps: { step: string; attempt: number; lastFailure: string | null; nextAttemptAt: Date | null }[];
}

type Described = Awaited<ReturnType<Client['workflowService']['describeWorkflowExecution']>>;
type Timestamp = NonNullable<NonNullable<Described['workflowExecutionInfo']>['startTime']>;

/** `WorkflowExecutionStatus` by its number. */
const statuses = [
  'unknown',
  'running',
  'completed',
  'failed',
  'cancelled',
  'terminated',
  'continued_as_new',
  'timed_out',
  'paused',
];

export function presentRun({ workflowExecutionInfo: info, pendingActivities }: Described): RunSummary {
  return {
    status: statuses[info?.status ?? 0] ?? 'unknown',
    historyLength: Number(info?.historyLength ?? 0),
    startedAt: toDate(info?.startTime),
    closedAt: toDate(info?.closeTime),
    pendingSteps: (pendingActivities ?? []).map(({ activityType, attempt, lastFailure, scheduledTime }) => ({
      step: activityType?.name ?? 'unknown',
      attempt: attempt ?? 1,
      lastFailure: lastFailure?.message ?? null,
      nextAttemptAt: toDate(scheduledTime),
    })),
  };
}

function toDate(timestamp: Timestamp | null | undefined): Date | null {
  if (!timestamp) return null;
  return new Date(Number(timestamp.seconds ?? 0) * 1_000 + Math.floor((timestamp.nanos ?? 0) / 1e6));
}
