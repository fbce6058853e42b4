import { z } from 'zod';
import { getOrganization } from '../../../../services/organizations/get.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Organization, presentOrganization } from './present.ts';

export function registerGetOrganization(app: Routes, { pool }: ManagementDeps): void {
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
    async (request) => presentOrganization(await getOrganization(pool, request.actor, request.params.slug)),
  );
}
