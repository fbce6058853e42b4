import type { Client } from '@temporalio/client';

/** Something that happened in a run. */
export interface RunEvent {
  id: number;
  /** E.g. `activity_task_scheduled`. */
  type: string;
  /** The step, for events that name one. */
  step: string | null;
  at: Date | null;
}

/** A run as the workflow service knows it. */
export interface RunSummary {
  status: string;
  historyLength: number;
  startedAt: Date | null;
  closedAt: Date | null;
  /** The last ones, oldest first. */
  events: RunEvent[];
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

export function presentRun(
  { workflowExecutionInfo: info, pendingActivities }: Described,
  events: RunEvent[] = [],
): RunSummary {
  return {
    events,
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

type HistoryEvent = NonNullable<
  NonNullable<
    Awaited<ReturnType<Client['workflowService']['getWorkflowExecutionHistoryReverse']>>['history']
  >['events']
>[number];

/** An event without its payloads: inputs and results are for workers only. */
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
