import { z } from 'zod';
import { render } from '../../../../chess/messages.ts';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { optionalSecurity } from '../idempotency.ts';
import { clientOf } from '../client.ts';
import { type AnalysisRoutes, JobParams } from './deps.ts';

export function registerRemoveReview(app: Routes, { reviews }: AnalysisRoutes): void {
  app.delete(
    '/api/analysis/jobs/:job_id',
    {
      schema: {
        operationId: 'removeReview',
        tags: ['analysis'],
        summary:
          'Cancels a review that waits or runs, removes one that is finished; for its maker and administrators',
        security: optionalSecurity,
        params: JobParams,
        querystring: Language,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const { params, locale } = request;
      const done = await reviews.remove(params.job_id, clientOf(request));
      return { message: render(locale, done === 'cancelled' ? 'review_cancelled' : 'review_removed') };
    },
  );
}
