import { z } from 'zod';
import { notFound } from '../../../../domain/errors.ts';
import { findRepositoryPage } from '../../../../store/postgres/packages/repository-page.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { isVisibleRepository, presentRepository, Repository } from './present.ts';

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
    async (request) => {
      const repository = await findRepositoryPage(pool, request.params.slug);
      if (!repository || !isVisibleRepository(repository, request.actor)) throw notFound('repository');
      return presentRepository(repository, request.actor);
    },
  );
}
