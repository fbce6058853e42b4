import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { presentRepository, Repository } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetRepository(app: Routes, services: Services): void {
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
    async (request) => presentRepository(await services.repositories.get(request.actor, request.params.slug)),
  );
}
