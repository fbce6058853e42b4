import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { forbidden } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import {
  changeOrganization,
  Member,
  openForUser,
  openOrganization,
  readAs,
  whole,
  wholeList,
} from './organization-request.ts';
import { givenRoles, shownRole } from './organization-words.ts';

const Membership = Member.extend({
  role: z.enum(['owner', 'admin', 'developer']).nullish(),
});
const membershipSentence = 'name a user, with one of the roles owner, admin and developer';

/** `npm org ls`, `set` and `rm`, and `npm access list packages` of an organization. */
export function registerOrganizationRoutes(app: FastifyInstance, context: RouteContext): void {
  const { organizations } = context;
  const url = '/-/org/:org/user';

  app.get(url, async (request, reply) => {
    const { caller, slug } = await openForUser(context, request);
    const { members } = await organizations.listMembers(caller, slug, wholeList);
    const shown = whole(members, `/v1/orgs/${slug}/members`).map(
      ({ username, role }) => [username, shownRole(role)] as const,
    );
    return reply.header('cache-control', 'no-store').send(Object.fromEntries(shown));
  });

  app.put(url, { config: { body: limits.json } }, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, slug }) => {
      const { user: username, role } = await readAs(request, Membership, membershipSentence);
      if (role === 'owner') throw oneOwner(slug);
      const wanted = { username, role: givenRoles[role ?? 'developer'] };
      const { member } = await organizations.putMember(caller, slug, wanted);
      const { total: size } = await organizations.listMembers(caller, slug, { limit: 0, offset: 0 });
      return reply.send({ org: { name: slug, size }, user: member.username, role: shownRole(member.role) });
    }),
  );

  app.delete(url, { config: { body: limits.json } }, async (request, reply) =>
    changeOrganization({ context, request, reply }, async ({ caller, slug }) => {
      const { user } = await readAs(request, Member, 'name a user');
      await organizations.removeMember(caller, slug, user);
      return reply.code(204).send();
    }),
  );

  // after a 404 the client asks for the packages of a person
  app.get('/-/org/:org/package', async (request, reply) => {
    const { caller, slug } = await openOrganization(context, request);
    const packages = await organizations.listPackages(caller, slug, wholeList);
    const shown = whole(packages, `/v1/orgs/${slug}/packages`).map(
      ({ name, mayPublish }) => [name, mayPublish ? 'read-write' : 'read-only'] as const,
    );
    return reply.header('cache-control', 'no-store').send(Object.fromEntries(shown));
  });
}

/** A transfer takes the role from the caller, which this command does not say: a transfer has a route for itself. */
function oneOwner(slug: string) {
  return forbidden(
    `an organization has one owner: POST /v1/orgs/${slug}/ownership-transfer makes a member its owner, and you an admin`,
  );
}
