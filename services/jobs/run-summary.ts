import type { Client } from '@temporalio/client';
import protocol from '@temporalio/proto';

const { PendingActivityState } = protocol.temporal.api.enums.v1;

/** An event in the history of a run. */
export interface RunEvent {
  id: number;
  /** For example `activity_task_scheduled`. */
  type: string;
  /** The step, for events that name one. */
  step: string | null;
  at: Date | null;
}

/** A run as reported by the workflow service. */
export interface RunSummary {
  status: string;
  historyLength: number;
  startedAt: Date | null;
  closedAt: Date | null;
  /** The last events, oldest first. */
  events: RunEvent[];
  /** Steps that have begun and not ended. */
  pendingSteps: PendingStep[];
  /** The time since which a workflow task waits for a worker; null otherwise. */
  workflowWaitsSince: Date | null;
}

export interface PendingStep {
  step: string;
  /** The queue of its next attempt; null when the service does not report it. */
  queue: string | null;
  /**
   * `running`: a worker executes it. `queued`: it waits for a worker. `backing_off`: it waits for its next attempt.
   */
  state: 'running' | 'queued' | 'backing_off';
  attempt: number;
  lastFailure: string | null;
  /** The time of the current or next attempt. */
  nextAttemptAt: Date | null;
  startedAt: Date | null;
  /** The process of the last attempt. */
  worker: string | null;
  /** The time at which the step is given up. */
  expiresAt: Date | null;
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

export function presentRun(
  { workflowExecutionInfo: info, pendingActivities, pendingWorkflowTask }: Described,
  events: RunEvent[] = [],
): RunSummary {
  return {
    events,
    status: statuses[info?.status ?? 0] ?? 'unknown',
    historyLength: Number(info?.historyLength ?? 0),
    startedAt: toDate(info?.startTime),
    closedAt: toDate(info?.closeTime),
    pendingSteps: (pendingActivities ?? []).map(presentStep),
    workflowWaitsSince: pendingWorkflowTask?.startedTime
      ? null
      : toDate(pendingWorkflowTask?.originalScheduledTime ?? pendingWorkflowTask?.scheduledTime),
  };
}

function presentStep(pending: NonNullable<Described['pendingActivities']>[number]): PendingStep {
  const scheduledAt = toDate(pending.scheduledTime);
  const isRunning = pending.state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
  const isToCome = scheduledAt !== null && scheduledAt.getTime() > Date.now();
  return {
    step: pending.activityType?.name ?? 'unknown',
    queue: pending.activityOptions?.taskQueue?.name || null,
    state: isRunning ? 'running' : isToCome ? 'backing_off' : 'queued',
    attempt: pending.attempt ?? 1,
    lastFailure: pending.lastFailure?.message ?? null,
    nextAttemptAt: scheduledAt,
    startedAt: toDate(pending.lastStartedTime),
    worker: pending.lastWorkerIdentity || null,
    expiresAt: toDate(pending.expirationTime),
  };
}

type HistoryEvent = NonNullable<
  NonNullable<
    Awaited<ReturnType<Client['workflowService']['getWorkflowExecutionHistoryReverse']>>['history']
  >['events']
>[number];

/** An event without its payloads: inputs and results are only for workers. */
export function presentEvent(event: HistoryEvent): RunEvent {
  const suffix = 'EventAttributes';
  const attributes = Object.keys(event).find((key) => key.endsWith(suffix)) ?? suffix;
  const type = attributes
    .slice(0, -suffix.length)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const step = event.activityTaskScheduledEventAttributes?.activityType?.name ?? null;
  return { id: Number(event.eventId ?? 0), type, step, at: toDate(event.eventTime) };
}

function toDate(timestamp: Timestamp | null | undefined): Date | null {
  if (!timestamp) return null;
  return new Date(Number(timestamp.seconds ?? 0) * 1_000 + Math.floor((timestamp.nanos ?? 0) / 1e6));
}
