import { z } from 'zod';
import { ListedJob, presentListedJob } from '../../../../services/reviews/present-review.ts';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { describePage, windowOf, optionalPaging } from '../paging.ts';
import type { AnalysisRoutes } from './deps.ts';

const statuses = ['Queued', 'InProgress', 'Completed', 'Failed', 'Cancelled'] as const;

const Query = Language.extend({ ...optionalPaging, status: z.enum(statuses).optional() });

const Listed = z.object({ jobs: z.array(ListedJob), count: z.int().describe('Of the jobs in this answer') });

export function registerListReviews(app: Routes, { reviews }: AnalysisRoutes): void {
  app.get(
    '/api/analysis/jobs',
    {
      schema: {
        operationId: 'listReviews',
        tags: ['analysis'],
        summary: 'Reviews that are kept, newest first, without their results; all unless a page is asked for',
        querystring: Query,
        response: { 200: Listed },
      },
    },
    async (request, reply) => {
      const { status, ...page } = request.query;
      const window = windowOf(page);
      // the service keeps no more reviews than fit into one answer
      const kept = (await reviews.list()).map((review) => presentListedJob(review, request.locale));
      const matching = kept.filter((job) => status === undefined || isIn(job, status));
      describePage(request, reply, window, matching.length);
      const jobs = window ? matching.slice(window.offset, window.offset + window.limit) : matching;
      return { jobs, count: jobs.length };
    },
  );
}

function isIn({ status }: ListedJob, wanted: (typeof statuses)[number]): boolean {
  return typeof status === 'string' ? status === wanted : wanted in status;
}
