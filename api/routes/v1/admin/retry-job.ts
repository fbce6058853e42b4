import { z } from 'zod';
import { retryJob } from '../../../../services/jobs/retry.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Job, presentJob } from './present-job.ts';

export function registerRetryJob(app: Routes, deps: ManagementDeps): void {
  app.post(
    '/v1/admin/jobs/:id/retry',
    {
      schema: {
        operationId: 'retryJob',
        tags: ['platform'],
        summary: 'Have a job that ended badly done once more, as a new job',
        description: 'Answers 409 for a job that is neither `failed` nor `dead`, or has run again since.',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ message: z.string(), job: Job }) },
      },
    },
    async (request) => {
      const job = await retryJob(deps, callerOf(request, request.actor), request.params.id);
      return { message: 'the job is done once more', job: presentJob(job, deps.config.temporal) };
    },
  );
}
