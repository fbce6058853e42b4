import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Slug } from '../../../../domain/slugs.ts';
import { type Team } from '../../../../services/organizations/teams.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableText, text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

export const TeamView = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: Time,
});

const Named = z.object({ slug: z.string(), team: z.string() });
const common = { tags: ['organizations'], security: [{ bearer: [] }] };

export function registerTeams(app: Routes, services: Services): void {
  app.get(
    '/v1/orgs/:slug/teams',
    {
      schema: {
        ...common,
        operationId: 'listTeams',
        summary: 'Teams of an organization, for its members',
        params: z.object({ slug: z.string() }),
        querystring: z.object(paging(20)),
        response: {
          200: z.object({ ...pageFields, total: z.int(), teams: z.array(TeamView) }),
        },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.organizations.listTeams(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found.teams);
      return { ...fields, total: found.total, teams: shown.map(presentTeam) };
    },
  );

  app.post(
    '/v1/orgs/:slug/teams',
    {
      schema: {
        ...common,
        operationId: 'createTeam',
        summary: 'Create a team; for administrators of the organization',
        params: z.object({ slug: z.string() }),
        body: z.object({
          name: text(inputLimits['display name']).min(1),
          slug: Slug,
          description: clearableText(fieldLimits.description),
        }),
        response: { 201: z.object({ id: z.string(), slug: z.string(), name: z.string() }) },
      },
    },
    async (request, reply) => {
      const { name, slug, description = null } = request.body;
      const caller = callerOf(request, request.actor);
      const team = await services.organizations.createTeam(caller, request.params.slug, {
        name,
        slug,
        description,
      });
      return reply.code(201).send(team);
    },
  );

  app.patch(
    '/v1/orgs/:slug/teams/:team',
    {
      schema: {
        ...common,
        operationId: 'updateTeam',
        summary: 'Change a team',
        params: Named,
        body: z.object({
          name: text(inputLimits['display name']).min(1).optional(),
          description: clearableText(fieldLimits.description),
        }),
        response: { 200: TeamView },
      },
    },
    async (request) => {
      const { name, description } = request.body;
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      };
      return presentTeam(
        await services.organizations.updateTeam(callerOf(request, request.actor), request.params, change),
      );
    },
  );

  app.delete(
    '/v1/orgs/:slug/teams/:team',
    {
      schema: {
        ...common,
        operationId: 'deleteTeam',
        summary: 'Delete a team with what it may do',
        params: Named,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await services.organizations.removeTeam(callerOf(request, request.actor), request.params);
      return { message: `the team ${request.params.team} is deleted` };
    },
  );
}

export function presentTeam({ id, slug, name, description, createdAt }: Team): z.infer<typeof TeamView> {
  return { id, slug, name, description, created_at: time(createdAt) };
}
