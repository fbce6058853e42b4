import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Job, presentJob } from './present-job.ts';
import type { Services } from '../../../../services/index.ts';

export function registerRetryJob(app: Routes, services: Services): void {
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
      const job = await services.jobs.retry(callerOf(request, request.actor), request.params.id);
      return { message: 'the job is done once more', job: presentJob(job, services.config.temporal) };
    },
  );
}
