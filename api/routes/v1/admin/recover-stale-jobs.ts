import { z } from 'zod';
import { recoverStaleJobs } from '../../../../services/jobs/recover.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

export function registerRecoverStaleJobs(app: Routes, deps: ManagementDeps): void {
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
      const count = await recoverStaleJobs(deps, callerOf(request, request.actor));
      return { message: `${count} left behind were taken up again or closed`, recovered_count: count };
    },
  );
}
