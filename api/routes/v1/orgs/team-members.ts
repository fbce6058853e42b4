import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Named = z.object({ slug: z.string(), team: z.string() });
const common = { tags: ['organizations'], security: [{ bearer: [] }] };
const Message = z.object({ message: z.string() });

export function registerTeamMembers(app: Routes, services: Services): void {
  app.get(
    '/v1/orgs/:slug/teams/:team/members',
    {
      schema: {
        ...common,
        operationId: 'listTeamMembers',
        summary: 'Who is in a team',
        params: Named,
        querystring: z.object(paging(20)),
        response: {
          200: z.object({
            ...pageFields,
            members: z.array(
              z.object({ user_id: z.string(), username: z.string(), display_name: z.string().nullable() }),
            ),
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const members = await services.organizations.listTeamMembers(caller, request.params, page.window);
      const { shown, fields } = page.close(reply, members);
      return {
        ...fields,
        members: shown.map(({ userId, username, displayName }) => ({
          user_id: userId,
          username,
          display_name: displayName,
        })),
      };
    },
  );

  app.post(
    '/v1/orgs/:slug/teams/:team/members',
    {
      schema: {
        ...common,
        operationId: 'addTeamMember',
        summary: 'Add a member of the organization to a team',
        params: Named,
        body: z.object({ username: z.string().min(1).max(fieldLimits.username.characters) }),
        response: { 200: Message, 201: Message },
      },
    },
    async (request, reply) => {
      const { username } = request.body;
      const isNew = await services.organizations.addTeamMember(
        callerOf(request, request.actor),
        request.params,
        username,
      );
      const message = `${username} is in the team ${request.params.team}`;
      return reply.code(isNew ? 201 : 200).send({ message });
    },
  );

  app.delete(
    '/v1/orgs/:slug/teams/:team/members/:username',
    {
      schema: {
        ...common,
        operationId: 'removeTeamMember',
        summary: 'Take a person out of a team',
        params: Named.extend({ username: z.string() }),
        response: { 200: Message },
      },
    },
    async (request) => {
      const { username, ...named } = request.params;
      await services.organizations.removeTeamMember(callerOf(request, request.actor), named, username);
      return { message: `${username} is not in the team ${named.team} any more` };
    },
  );
}
