import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireScope } from '../../../domain/actor.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { readJson } from '../../bodies/json.ts';

const OwnersRequest = z.object({ users: z.array(z.string().min(1).max(200)).min(1).max(50) });

/** Owners are listed here and managed through the management API; cargo prints the message saying so. */
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
      config: { body: 'cargo.json' },
      handler: async (request, reply) => {
        const { caller } = await identify(context, request);
        requireScope(caller.actor, 'packages:write');
        const { name } = request.params;
        const { users } = OwnersRequest.parse(await readJson(request));
        await context.packages.listOwners(caller, name);
        await context.packages.requireUsers(users.filter((login) => !login.includes(':')));
        return reply.send({ ok: true, msg: guidance(name, context.baseUrl) });
      },
    });
  }
}

function guidance(name: string, baseUrl: string): string {
  return `list unchanged: the owners of ${name} are managed at ${baseUrl}/packages/cargo/${name}`;
}
