import { z } from 'zod';
import { Role } from '../../../../domain/permissions.ts';
import { listOwnMemberships } from '../../../../services/organizations/workspace.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { Organization, presentOrganization } from '../orgs/present.ts';

const Membership = Organization.pick({
  id: true,
  name: true,
  slug: true,
  description: true,
  website: true,
  is_verified: true,
  capabilities: true,
}).extend({ role: Role, joined_at: Time, team_count: z.int(), package_count: z.int() });

export function registerOwnOrganizations(app: Routes, { pool }: ManagementDeps): void {
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
      const found = await listOwnMemberships(pool, caller, page.window);
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
