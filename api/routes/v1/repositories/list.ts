import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { presentRepository, Repository } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerListRepositories(app: Routes, services: Services): void {
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
      const found = await services.repositories.listOwn(request.actor, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, repositories: shown.map(presentRepository) };
    },
  );
}
