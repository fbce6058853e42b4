import { z } from 'zod';
import type { RunSummary } from '../../../../services/jobs/runs.ts';
import type { Routes } from '../../routes.ts';
import { Time, timeOrNull } from '../../fields.ts';
import { Job, presentJob } from './present-job.ts';
import type { Services } from '../../../../services/index.ts';

const Run = z.object({
  status: z.string().describe('As the workflow service names it, e.g. `running`, `timed_out`'),
  history_length: z.int(),
  started_at: Time.nullable(),
  closed_at: Time.nullable(),
  events: z
    .array(
      z.object({ id: z.int(), type: z.string(), step: z.string().nullable(), occurred_at: Time.nullable() }),
    )
    .describe('The last 50, oldest first; without inputs and results'),
  workflow_waits_since: Time.nullable().describe('The workflow itself waits for a worker'),
  pending_steps: z.array(
    z.object({
      step: z.string(),
      queue: z.string().nullable(),
      state: z
        .enum(['running', 'queued', 'backing_off'])
        .describe('A worker has it, it waits for a worker, or for its next attempt'),
      attempt: z.int(),
      last_failure: z.string().nullable(),
      next_attempt_at: Time.nullable(),
      started_at: Time.nullable(),
      worker: z.string().nullable().describe('The process that had the last attempt'),
      expires_at: Time.nullable().describe('It is given up then'),
    }),
  ),
});

const JobWithRun = Job.extend({
  run: Run.nullable().describe('Null when the workflow service has forgotten the run'),
});

export function registerShowJob(app: Routes, services: Services): void {
  app.get(
    '/v1/admin/jobs/:id',
    {
      schema: {
        operationId: 'getJob',
        tags: ['platform'],
        summary: 'One job, with the state of its run in the workflow service',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: JobWithRun },
      },
    },
    async (request) => {
      const { job, run, outage } = await services.jobs.show(request.actor, request.params.id);
      if (outage) throw outage;
      return { ...presentJob(job, services.config.temporal, run), run: run && presentRun(run) };
    },
  );
}

function presentRun({ status, historyLength, startedAt, closedAt, pendingSteps, ...run }: RunSummary) {
  return {
    status,
    history_length: historyLength,
    started_at: timeOrNull(startedAt),
    closed_at: timeOrNull(closedAt),
    events: run.events.map(({ at, ...event }) => ({ ...event, occurred_at: timeOrNull(at) })),
    workflow_waits_since: timeOrNull(run.workflowWaitsSince),
    pending_steps: pendingSteps.map((pending) => ({
      step: pending.step,
      queue: pending.queue,
      state: pending.state,
      attempt: pending.attempt,
      last_failure: pending.lastFailure,
      next_attempt_at: timeOrNull(pending.nextAttemptAt),
      started_at: timeOrNull(pending.startedAt),
      worker: pending.worker,
      expires_at: timeOrNull(pending.expiresAt),
    })),
  };
}
