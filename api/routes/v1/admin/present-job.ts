import { z } from 'zod';
import type { Config } from '../../../../config/config.ts';
import { historyUrl } from '../../../../services/jobs/history-url.ts';
import { JobState, type JobView } from '../../../../services/jobs/list.ts';
import { remedyOf } from '../../../../services/jobs/remedy.ts';
import type { RunSummary } from '../../../../services/jobs/runs.ts';
import { Time, time, timeOrNull } from '../../fields.ts';

export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  status: JobState,
  payload: z.record(z.string(), z.unknown()),
  attempts: z.int(),
  max_attempts: z.int().nullable(),
  last_error: z.string().nullable(),
  waits_for: z
    .string()
    .nullable()
    .describe('In the state `waiting`: why the release is held, as in its `status_reason`'),
  scheduled_at: Time,
  started_at: Time.nullable(),
  completed_at: Time.nullable(),
  created_at: Time,
  locked_by: z.string().nullable(),
  locked_until: Time.nullable(),
  is_stale: z.boolean(),
  can_retry: z.boolean(),
  recovery_hint: z.string().nullable(),
  workflow_id: z.string(),
  run_id: z.string(),
  workflow_url: z.string().nullable().describe('History of the run in the workflow engine'),
});

/** With `run`, where it is known, the hint is more precise. */
export function presentJob(
  job: JobView,
  temporal: Config['temporal'],
  run: RunSummary | null = null,
): z.infer<typeof Job> {
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    payload: job.payload,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    last_error: job.lastError,
    waits_for: job.waitsFor,
    scheduled_at: time(job.scheduledAt),
    started_at: timeOrNull(job.startedAt),
    completed_at: timeOrNull(job.completedAt),
    created_at: time(job.scheduledAt),
    locked_by: job.lockedBy,
    locked_until: timeOrNull(job.lockedUntil),
    is_stale: job.isStale,
    can_retry: job.canRetry,
    recovery_hint: recoveryHint(job, run),
    workflow_id: job.workflowId,
    run_id: job.runId,
    workflow_url: historyUrl({ config: { temporal } }, job),
  };
}

const waitHints: Partial<Record<string, string>> = {
  blocked_by_findings: 'a person has to resolve the findings of the release, or reject it',
  scan_failed: 'approving the release scans it again',
  awaiting_approval: 'a person has to approve or reject the release',
  policy_hold: 'a person has to approve or reject the release',
  render_failed:
    'the index could not be rendered: approving the release tries again, and so does the reconciler',
};

function recoveryHint(job: JobView, run: RunSummary | null): string | null {
  const remedy = remedyOf(job, run);
  switch (remedy?.kind) {
    case 'start_role':
      return `see that a process is running: bin/rookery ${remedy.role}; the job then goes on by itself`;
    case 'see_queue':
      return `a step waits for a ${remedy.role}: see whether one runs, and whether it is busy or frozen`;
    case 'see_workers':
      return 'the worker that took it is overdue: see that workers are running';
    case 'retry':
      return 'see its last error; once the cause is gone, retry it';
    case 'decide':
      return waitHints[remedy.waitsFor ?? ''] ?? 'a person has to decide on the release';
    case 'see_error':
      return 'a step is being retried: see its last error';
    default:
      return null;
  }
}
