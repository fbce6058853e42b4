import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { changeOrganization, Member, openForUser, readAs, whole, wholeList } from './organization-request.ts';
import { accessPermissions, accessWord } from './organization-words.ts';

const Team = z.object({
  name: z.string().min(1).max(limits.name.characters),
  // clients may send an option of this name, which is a boolean with another meaning
  description: z.string().max(fieldLimits.description.characters).nullish().catch(null),
});
const Package = z.object({ package: z.string().min(1) });
const Grant = Package.extend({ permissions: z.enum(['read-only', 'read-write']) });

const body = { config: { body: limits.json } };

/** `npm team`, and `npm access grant`, `revoke` and `list packages` of a team. */
export function registerTeamRoutes(app: FastifyInstance, context: RouteContext): void {
  registerTeams(app, context);
  registerMembers(app, context);
  registerAccess(app, context);
}

function registerTeams(app: FastifyInstance, context: RouteContext): void {
  const { organizations } = context;

  app.get('/-/org/:org/team', async (request, reply) => {
    const { caller, slug } = await openForUser(context, request);
    const { teams } = await organizations.listTeams(caller, slug, wholeList);
    const shown = whole(teams, `/v1/orgs/${slug}/teams`).map((team) => `${slug}:${team.slug}`);
    return reply.header('cache-control', 'no-store').send(shown);
  });

  app.put('/-/org/:org/team', body, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, slug }) => {
      const { name, description = null } = await readAs(request, Team, 'name a team');
      await organizations.createTeam(caller, slug, { slug: name, name, description });
      return reply.code(201).send({ name: `${slug}:${name}` });
    }),
  );

  app.delete('/-/team/:org/:team', async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, ...team }) => {
      await organizations.removeTeam(caller, team);
      return reply.code(204).send();
    }),
  );
}

function registerMembers(app: FastifyInstance, context: RouteContext): void {
  const { organizations } = context;
  const url = '/-/team/:org/:team/user';

  app.get(url, async (request, reply) => {
    const { caller, ...team } = await openForUser(context, request);
    const members = await organizations.listTeamMembers(caller, team, wholeList);
    const shown = whole(members, `/v1/orgs/${team.slug}/teams/${team.team}/members`);
    return reply.header('cache-control', 'no-store').send(shown.map(({ username }) => username));
  });

  app.put(url, body, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, ...team }) => {
      const { user } = await readAs(request, Member, 'name a user');
      await organizations.addTeamMember(caller, team, user);
      return reply.send({ ok: true });
    }),
  );

  app.delete(url, body, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, ...team }) => {
      const { user } = await readAs(request, Member, 'name a user');
      await organizations.removeTeamMember(caller, team, user);
      return reply.code(204).send();
    }),
  );
}

function registerAccess(app: FastifyInstance, context: RouteContext): void {
  const { organizations } = context;
  const url = '/-/team/:org/:team/package';

  app.get(url, async (request, reply) => {
    const { caller, ...team } = await openForUser(context, request);
    const access = await organizations.listTeamAccess(caller, team, wholeList);
    const shown = whole(access, `/v1/orgs/${team.slug}/teams/${team.team}/package-access`).map(
      ({ name, permissions }) => [name, accessWord(permissions)] as const,
    );
    return reply.header('cache-control', 'no-store').send(Object.fromEntries(shown));
  });

  app.put(url, body, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, ...team }) => {
      const sentence = 'name a package, with the permissions read-only or read-write';
      const { package: name, permissions } = await readAs(request, Grant, sentence);
      await organizations.setTeamAccess(caller, team, name, accessPermissions[permissions]);
      return reply.send({ ok: true });
    }),
  );

  app.delete(url, body, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, ...team }) => {
      const { package: name } = await readAs(request, Package, 'name a package');
      await organizations.setTeamAccess(caller, team, name, []);
      return reply.code(204).send();
    }),
  );
}
