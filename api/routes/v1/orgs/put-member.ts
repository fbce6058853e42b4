import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type MemberRole } from '../../../../services/organizations/change-members.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Member, presentMember, WantedRole } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerPutMember(app: Routes, services: Services): void {
  app.post(
    '/v1/orgs/:slug/members',
    {
      schema: {
        operationId: 'putMember',
        tags: ['organizations'],
        summary: 'Add a person to an organization, or change their role; for its administrators',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        body: z.object({
          username: z.string().min(1).max(fieldLimits.username.characters),
          role: WantedRole,
        }),
        response: { 200: Member, 201: Member },
      },
    },
    async (request, reply) => {
      const { username, role } = request.body;
      const wanted = { username, role: role satisfies MemberRole };
      const caller = callerOf(request, request.actor);
      const { member, isNew } = await services.organizations.putMember(caller, request.params.slug, wanted);
      return reply.code(isNew ? 201 : 200).send(presentMember(member));
    },
  );
}
