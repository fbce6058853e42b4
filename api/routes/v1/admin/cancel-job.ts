import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Job, presentJob } from './present-job.ts';
import type { Services } from '../../../../services/index.ts';

export function registerCancelJob(app: Routes, services: Services): void {
  app.post(
    '/v1/admin/jobs/:id/cancel',
    {
      schema: {
        operationId: 'cancelJob',
        tags: ['platform'],
        summary: 'Ask a job that has not ended to end',
        description:
          'A publish that is cancelled removes its release. Answers 409 for a job that has ended, and for a hold: a decision on its release ends it.',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 202: z.object({ message: z.string(), job: Job }) },
      },
    },
    async (request, reply) => {
      const job = await services.jobs.cancel(callerOf(request, request.actor), request.params.id);
      const message = 'the job has been asked to end';
      return reply.code(202).send({ message, job: presentJob(job, services.config.temporal) });
    },
  );
}
