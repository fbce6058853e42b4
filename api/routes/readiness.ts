import { z } from 'zod';
import type { Routes } from './routes.ts';
import type { Services } from '../../services/index.ts';

const State = z.enum(['ok', 'error', 'disabled']);

const Readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  database: State,
  redis: State,
  storage: State,
  search: State,
  temporal: State,
  degraded: z
    .array(z.string())
    .describe('What does not go on although this process can serve: queues that no process takes work from'),
});

const Serving = z.object({
  status: z.enum(['ready', 'not_ready']),
  database: z.enum(['ok', 'error']),
  is_draining: z.boolean().describe('The process was asked to stop, and answers what still comes'),
});

export function registerReadiness(app: Routes, services: Services): void {
  app.get(
    '/readiness',
    {
      config: { tier: 'none', identity: 'ignored' },
      schema: {
        operationId: 'getReadiness',
        tags: ['platform'],
        summary: 'Whether this process can serve; database and Redis decide',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const { isReady, parts, degraded } = await services.readiness();
      return reply
        .header('cache-control', 'no-store')
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not_ready', ...parts, degraded: [...degraded] });
    },
  );
  app.get(
    '/readiness/serving',
    {
      config: { tier: 'none', identity: 'ignored' },
      schema: {
        operationId: 'getServing',
        tags: ['platform'],
        summary: 'Whether this process can answer requests: for proxies and probes',
        response: { 200: Serving, 503: Serving },
      },
    },
    async (_request, reply) => {
      const { isServing, database, isDraining } = await services.serving();
      return reply
        .header('cache-control', 'no-store')
        .code(isServing ? 200 : 503)
        .send({ status: isServing ? 'ready' : 'not_ready', database, is_draining: isDraining });
    },
  );
}
