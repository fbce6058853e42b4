import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const Transferred = z.object({
  message: z.string(),
  org: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  previous_owner: z.object({ id: z.string(), new_role: z.literal('admin') }),
  new_owner: z.object({ id: z.string(), username: z.string(), role: z.literal('owner') }),
});

export function registerTransferOrganization(app: Routes, services: Services): void {
  app.post(
    '/v1/orgs/:slug/ownership-transfer',
    {
      schema: {
        operationId: 'transferOrganization',
        tags: ['organizations'],
        summary: 'Make another member the owner; you become an administrator',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        body: z.object({ username: z.string().min(1).max(fieldLimits.username.characters) }),
        response: { 200: Transferred },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { username } = request.body;
      const done = await services.organizations.transfer(caller, request.params.slug, username);
      const { id, slug, name } = done.organization;
      return {
        message: `${done.owner.username} owns ${slug} now`,
        org: { id, slug, name },
        previous_owner: { id: done.previous.userId, new_role: 'admin' as const },
        new_owner: { id: done.owner.userId, username: done.owner.username, role: 'owner' as const },
      };
    },
  );
}
