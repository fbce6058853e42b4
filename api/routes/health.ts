import { z } from 'zod';
import type { Routes } from './routes.ts';
import type { Services } from '../../services/index.ts';

const Health = z.object({ status: z.literal('ok'), service: z.literal('rookery'), version: z.string() });

/** Liveness: shows that the process runs its event loop, and uses nothing else. */
export function registerHealth(app: Routes, { config }: Services): void {
  const body = { status: 'ok', service: 'rookery', version: config.version } as const;
  app.get(
    '/health',
    {
      config: { tier: 'none', identity: 'ignored' },
      schema: {
        operationId: 'getHealth',
        tags: ['platform'],
        summary: 'Whether the process is alive',
        response: { 200: Health },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(body),
  );
}
