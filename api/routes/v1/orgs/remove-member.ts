import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

export function registerRemoveMember(app: Routes, services: Services): void {
  app.delete(
    '/v1/orgs/:slug/members/:username',
    {
      schema: {
        operationId: 'removeMember',
        tags: ['organizations'],
        summary: 'Take a person out of an organization, or leave it yourself',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string(), username: z.string() }),
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const { slug, username } = request.params;
      await services.organizations.removeMember(callerOf(request, request.actor), slug, username);
      return { message: `${username} is not a member of ${slug} any more` };
    },
  );
}
