import { z } from 'zod';
import type { RunSummary } from '../../../../services/jobs/runs.ts';
import type { Routes } from '../../routes.ts';
import { Time, time, timeOrNull } from '../../fields.ts';
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
  pending_steps: z.array(
    z.object({
      step: z.string(),
      attempt: z.int(),
      last_failure: z.string().nullable(),
      next_attempt_at: Time.nullable(),
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
      const { job, run } = await services.jobs.show(request.actor, request.params.id);
      return { ...presentJob(job, services.config.temporal), run: run && presentRun(run) };
    },
  );
}

function presentRun({ status, historyLength, startedAt, closedAt, pendingSteps, events }: RunSummary) {
  return {
    status,
    history_length: historyLength,
    started_at: timeOrNull(startedAt),
    closed_at: timeOrNull(closedAt),
    events: events.map(({ at, ...event }) => ({ ...event, occurred_at: timeOrNull(at) })),
    pending_steps: pendingSteps.map(({ step, attempt, lastFailure, nextAttemptAt }) => ({
      step,
      attempt,
      last_failure: lastFailure,
      next_attempt_at: nextAttemptAt && time(nextAttemptAt),
    })),
  };
}
