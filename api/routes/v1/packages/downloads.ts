import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import type { Services } from '../../../../services/index.ts';

const Span = z.object({
  from: z.iso.date().optional().describe('Without it: thirty days, or those before `to`'),
  to: z.iso.date().optional().describe('The last day, UTC; without it today'),
});

const Downloads = z.object({
  from: z.string(),
  to: z.string(),
  total: z.int(),
  days: z.array(z.object({ date: z.string(), version: z.string(), count: z.int() })),
});

export function registerDownloads(app: Routes, services: Services): void {
  app.get(
    `${packagePath}/downloads`,
    {
      schema: {
        operationId: 'countDownloads',
        tags: ['packages'],
        summary: 'Downloads by day and version, of a year at most',
        params: PackageParams,
        querystring: Span,
        response: { 200: Downloads },
      },
    },
    async (request) => {
      const { from, to: until } = request.query;
      const caller = callerOf(request, request.actor);
      const found = await services.packages.countDownloads(caller, readNamed(services, request.params), {
        from,
        until,
      });
      return { from: found.from, to: found.until, total: found.total, days: [...found.days] };
    },
  );
}
