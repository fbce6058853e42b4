import { z } from 'zod';
import { removeMember } from '../../../../services/organizations/change-members.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

export function registerRemoveMember(app: Routes, deps: ManagementDeps): void {
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
      await removeMember(deps, callerOf(request, request.actor), slug, username);
      return { message: `${username} is not a member of ${slug} any more` };
    },
  );
}
