import { z } from 'zod';
import type { Overview } from '../../../../services/health/overview.ts';
import type { Services } from '../../../../services/index.ts';
import { Time, time, timeOrNull } from '../../fields.ts';
import type { Routes } from '../../routes.ts';

const Outbox = z.object({
  waiting: z.int().describe('Not begun'),
  under_way: z.int().describe('Being sent, or tried again'),
  failed_last_day: z.int(),
  oldest_at: Time.nullable().describe('Of those that have not ended'),
});

const Health = z.object({
  queues: z
    .array(
      z.object({
        name: z.string(),
        role: z.string().describe('The role that serves it'),
        pollers: z.array(z.object({ identity: z.string(), last_seen_at: Time })),
        waiting: z.int(),
        oldest_seconds: z.int().nullable(),
      }),
    )
    .nullable()
    .describe('Null while the workflow service is away'),
  schedules: z
    .array(
      z.object({
        name: z.string(),
        every_seconds: z.int().nullable(),
        is_paused: z.boolean(),
        last_run_at: Time.nullable(),
        last_job_id: z.string().nullable(),
        last_job_status: z.string().nullable(),
        next_run_at: Time.nullable(),
      }),
    )
    .nullable()
    .describe('Null while the workflow service is away'),
  missing_schedules: z.array(z.string()).describe('Schedules that the workflow service lacks'),
  jobs: z.object({
    by_status: z.record(z.string(), z.int()),
    open_failures: z
      .record(z.string(), z.int())
      .describe('Jobs that failed or died and have not run again since, by status'),
    retrying_jobs_count: z.int(),
    stale_jobs_count: z.int(),
  }),
  mails: Outbox,
  webhook_deliveries: Outbox,
  advisories: z.array(z.object({ ecosystem: z.string(), imported_at: Time, count: z.int() })),
});

/** For administrators of the platform. */
export function registerAdminHealth(app: Routes, services: Services): void {
  app.get(
    '/v1/admin/health',
    {
      schema: {
        operationId: 'getPlatformHealth',
        tags: ['platform'],
        summary: 'Queues with their pollers, schedules, jobs, mails and deliveries, age of the advisories',
        security: [{ bearer: [] }],
        response: { 200: Health },
      },
    },
    async (request) => present(await services.health.showOverview(request.actor)),
  );
}

function present({
  queues,
  schedules,
  missingSchedules,
  jobs,
  mails,
  deliveries,
  advisories,
}: Overview): z.infer<typeof Health> {
  return {
    queues:
      queues?.map(({ name, role, pollers, waiting, oldestSeconds }) => ({
        name,
        role,
        pollers: pollers.map(({ identity, lastSeenAt }) => ({ identity, last_seen_at: time(lastSeenAt) })),
        waiting,
        oldest_seconds: oldestSeconds,
      })) ?? null,
    schedules:
      schedules?.map(({ name, everySeconds, isPaused, lastRun, lastJob, nextRunAt }) => ({
        name,
        every_seconds: everySeconds,
        is_paused: isPaused,
        last_run_at: timeOrNull(lastRun?.startedAt ?? null),
        last_job_id: lastJob?.id ?? null,
        last_job_status: lastJob?.status ?? null,
        next_run_at: timeOrNull(nextRunAt),
      })) ?? null,
    missing_schedules: [...missingSchedules],
    jobs: {
      by_status: jobs.byStatus,
      open_failures: jobs.openFailures,
      retrying_jobs_count: jobs.retryingCount,
      stale_jobs_count: jobs.staleCount,
    },
    mails: presentOutbox(mails),
    webhook_deliveries: presentOutbox(deliveries),
    advisories: advisories.map(({ ecosystem, importedAt, count }) => ({
      ecosystem,
      imported_at: time(importedAt),
      count,
    })),
  };
}

function presentOutbox({ waiting, underWay, failed, oldestAt }: Overview['mails']): z.infer<typeof Outbox> {
  return { waiting, under_way: underWay, failed_last_day: failed, oldest_at: timeOrNull(oldestAt) };
}
