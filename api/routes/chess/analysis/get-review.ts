import { Job, presentJob } from '../../../../services/reviews/present-review.ts';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { type AnalysisRoutes, JobParams } from './deps.ts';

export function registerGetReview(app: Routes, { reviews }: AnalysisRoutes): void {
  app.get(
    '/api/analysis/jobs/:job_id',
    {
      schema: {
        operationId: 'getReview',
        tags: ['analysis'],
        summary: 'How far a review has come, and its result once it is completed',
        params: JobParams,
        querystring: Language,
        response: { 200: Job },
      },
    },
    async ({ params, locale }) => presentJob(await reviews.get(params.job_id), locale),
  );
}
