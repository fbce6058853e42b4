import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { Organization, presentOrganization } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetOrganization(app: Routes, services: Services): void {
  app.get(
    '/v1/orgs/:slug',
    {
      schema: {
        operationId: 'getOrganization',
        tags: ['organizations'],
        summary: 'One organization, and what you may do with it',
        params: z.object({ slug: z.string() }),
        response: { 200: Organization },
      },
    },
    async (request) =>
      presentOrganization(await services.organizations.get(request.actor, request.params.slug)),
  );
}
