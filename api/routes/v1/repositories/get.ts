import { z } from 'zod';
import { getRepository } from '../../../../services/repositories/get.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { presentRepository, Repository } from './present.ts';

export function registerGetRepository(app: Routes, { pool }: ManagementDeps): void {
  app.get(
    '/v1/repositories/:slug',
    {
      schema: {
        operationId: 'getRepository',
        tags: ['repositories'],
        summary: 'One repository',
        params: z.object({ slug: z.string() }),
        response: { 200: Repository },
      },
    },
    async (request) => presentRepository(await getRepository(pool, request.actor, request.params.slug)),
  );
}
