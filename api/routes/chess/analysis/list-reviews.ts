import { z } from 'zod';
import { ListedJob, presentListedJob } from '../../../chess/present-review.ts';
import type { Routes } from '../../deps.ts';
import { Language } from '../fields.ts';
import type { AnalysisRoutes } from './deps.ts';

export function registerListReviews(app: Routes, { reviews }: AnalysisRoutes): void {
  app.get(
    '/api/analysis/jobs',
    {
      schema: {
        operationId: 'listReviews',
        tags: ['analysis'],
        summary: 'All reviews that are kept, newest first, without their results',
        querystring: Language,
        response: { 200: z.object({ jobs: z.array(ListedJob), count: z.int() }) },
      },
    },
    async ({ locale }) => {
      const jobs = (await reviews.list()).map((review) => presentListedJob(review, locale));
      return { jobs, count: jobs.length };
    },
  );
}
