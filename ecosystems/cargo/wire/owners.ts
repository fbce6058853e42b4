import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireScope } from '../../../domain/actor.ts';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';

const OwnersRequest = z.object({
  users: z.array(z.string().min(1).max(limits.owners.characters)).min(1).max(limits.owners.count),
});

/** `cargo owner`: the people who may publish, by login; the owner of the crate always stays. */
export function registerOwnerRoutes(app: FastifyInstance, context: RouteContext): void {
  const url = '/api/v1/crates/:name/owners';

  app.get<{ Params: { name: string } }>(url, async (request, reply) => {
    const { caller } = await identify(context, request);
    const owners = await context.packages.listOwners(caller, request.params.name);
    const users = owners.map(({ number, username, displayName }) => ({
      id: number,
      login: username,
      name: displayName,
    }));
    return reply.send({ users });
  });

  for (const method of ['PUT', 'DELETE'] as const) {
    app.route<{ Params: { name: string } }>({
      method,
      url,
      config: { body: limits.json },
      handler: async (request, reply) => {
        const { caller } = await identify(context, request);
        requireScope(caller.actor, 'packages:write');
        const { name } = request.params;
        const { users } = OwnersRequest.parse(await readJson(request));
        assertPeople(users, `${context.baseUrl}/swagger-ui/#/organizations`);
        if (method === 'PUT') {
          await context.packages.changeMaintainers(caller, name, { add: users });
          return reply.send({ ok: true, msg: `${users.join(', ')} may publish ${name} now` });
        }
        await assertRemovable(context, caller, name, users);
        await context.packages.changeMaintainers(caller, name, { remove: users });
        return reply.send({ ok: true, msg: `${users.join(', ')} may no longer publish ${name}` });
      },
    });
  }
}

/** `github:org:team` names a team of another service. @throws DomainError `validation_failed` */
function assertPeople(users: readonly string[], help: string): void {
  const team = users.find((login) => login.includes(':'));
  if (team === undefined) return;
  throw new DomainError(
    'validation_failed',
    `${team} is no login: owners are people here, and a team of an organization gets the right to publish in its organization (putTeamPackageAccess, ${help})`,
  );
}

/** @throws DomainError `not_found` for a login that is not an owner, `policy_violation` for an owner who must stay */
async function assertRemovable(
  context: RouteContext,
  caller: Caller,
  name: string,
  users: readonly string[],
): Promise<void> {
  const owners = await context.packages.listOwners(caller, name);
  const known = new Map(owners.map((owner) => [owner.username.toLowerCase(), owner]));
  for (const login of users) {
    const owner = known.get(login.toLowerCase());
    if (!owner) throw notFound(`owner ${login}`);
    if (owner.isMaintainer) continue;
    throw new DomainError(
      'policy_violation',
      `${login} owns ${name}, or may publish it by a role in its organization: transfer it, or change the role`,
    );
  }
}
