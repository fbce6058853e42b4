import { z } from 'zod';
import type { Routes } from '../routes.ts';
import type { Services } from '../../../services/index.ts';

const Stats = z.object({
  packages: z.int(),
  releases: z.int(),
  organizations: z.int(),
  security_findings_total: z.int(),
  security_findings_unresolved: z.int(),
  artifacts_stored: z.int(),
  job_queue_pending: z.int().describe('Jobs that work: those that wait for a person are not counted'),
});

export function registerGetStats(app: Routes, services: Services): void {
  app.get(
    '/v1/stats',
    {
      schema: {
        operationId: 'getStats',
        tags: ['platform'],
        summary: 'Totals of the instance; nothing hidden is counted among packages and releases',
        response: { 200: Stats },
      },
    },
    async (_request, reply) => {
      const stats = await services.stats();
      return reply.header('cache-control', 'public, max-age=30').send({
        packages: stats.packages,
        releases: stats.releases,
        organizations: stats.organizations,
        security_findings_total: stats.findings,
        security_findings_unresolved: stats.findingsUnresolved,
        artifacts_stored: stats.artifacts,
        job_queue_pending: stats.jobsPending,
      });
    },
  );
}
