import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

export function registerRecoverStaleJobs(app: Routes, services: Services): void {
  app.post(
    '/v1/admin/jobs/recover-stale',
    {
      schema: {
        operationId: 'recoverStaleJobs',
        tags: ['platform'],
        summary: 'Look now for jobs, releases and reviews whose workflow is gone, and carry them on',
        security: [{ bearer: [] }],
        response: { 200: z.object({ message: z.string(), recovered_count: z.int() }) },
      },
    },
    async (request) => {
      const count = await services.jobs.recoverStale(callerOf(request, request.actor));
      return { message: `${count} left behind were taken up again or closed`, recovered_count: count };
    },
  );
}
