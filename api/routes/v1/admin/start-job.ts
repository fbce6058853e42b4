import { z } from 'zod';
import { Cleanup } from '../../../../services/jobs/start.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const Started = z.object({ job_id: z.string(), message: z.string() });

const described = 'While a job of the kind runs, its id is answered. `GET /v1/admin/jobs/{id}` shows it.';

export function registerStartReindex(app: Routes, services: Services): void {
  app.post(
    '/v1/admin/reindex',
    {
      schema: {
        operationId: 'startReindex',
        tags: ['platform'],
        summary: 'Bring the search up to date with every package',
        description: described,
        security: [{ bearer: [] }],
        response: { 202: Started },
      },
    },
    async (request, reply) => {
      const started = await services.jobs.start(callerOf(request, request.actor), 'reindex_search');
      return reply.code(202).send(present(started));
    },
  );
}

export function registerStartCleanup(app: Routes, services: Services): void {
  app.post(
    '/v1/admin/cleanup/:what',
    {
      schema: {
        operationId: 'startCleanup',
        tags: ['platform'],
        summary: 'Clean up now, as the hourly schedules do',
        description: described,
        security: [{ bearer: [] }],
        params: z.object({ what: Cleanup }),
        response: { 202: Started },
      },
    },
    async (request, reply) => {
      const kind = `cleanup_${request.params.what}` as const;
      return reply.code(202).send(present(await services.jobs.start(callerOf(request, request.actor), kind)));
    },
  );
}

function present({ jobId, isNew }: { jobId: string; isNew: boolean }): z.infer<typeof Started> {
  return { job_id: jobId, message: isNew ? 'the job has been started' : 'the job is running already' };
}
