import { z } from 'zod';
import { listOwnRepositories } from '../../../../services/repositories/get.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { presentRepository, Repository } from './present.ts';

export function registerListRepositories(app: Routes, { pool }: ManagementDeps): void {
  app.get(
    '/v1/repositories',
    {
      schema: {
        operationId: 'listMyRepositories',
        tags: ['repositories'],
        summary: 'Your repositories and those of your organizations, by slug',
        security: [{ bearer: [] }],
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, repositories: z.array(Repository) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const found = await listOwnRepositories(pool, request.actor, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, repositories: shown.map(presentRepository) };
    },
  );
}
