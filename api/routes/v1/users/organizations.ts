import { z } from 'zod';
import { Role } from '../../../../domain/permissions.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { Organization, presentOrganization } from '../orgs/present.ts';
import type { Services } from '../../../../services/index.ts';

const Membership = Organization.pick({
  id: true,
  name: true,
  slug: true,
  description: true,
  website: true,
  is_verified: true,
  capabilities: true,
}).extend({ role: Role, joined_at: Time, team_count: z.int(), package_count: z.int() });

export function registerOwnOrganizations(app: Routes, services: Services): void {
  app.get(
    '/v1/users/me/organizations',
    {
      schema: {
        operationId: 'listMyOrganizations',
        tags: ['users'],
        summary: 'Organizations that you are in and what you may do there, by slug',
        security: [{ bearer: [] }],
        querystring: z.object(paging(20)),
        response: {
          200: z.object({ ...pageFields, organizations: z.array(Membership) }),
        },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.organizations.listOwnMemberships(caller, page.window);
      const { shown, fields } = page.close(reply, found);
      const organizations = shown.map(({ membership, view }) => ({
        ...presentOrganization(view),
        role: membership.role,
        joined_at: time(membership.joinedAt),
        team_count: membership.teamCount,
        package_count: membership.packageCount,
      }));
      return { ...fields, organizations };
    },
  );
}
