import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireScope } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { identify } from './caller.ts';

const maxBodyBytes = 64 << 10;

const OwnersRequest = z.object({ users: z.array(z.string().min(1).max(200)).min(1).max(50) });

/** Owners are listed here and managed through the management API; cargo prints the message saying so. */
export function registerOwnerRoutes(app: FastifyInstance, context: RouteContext): void {
  const url = '/api/v1/crates/:name/owners';

  app.get<{ Params: { name: string } }>(url, async (request, reply) => {
    const { actor } = await identify(context, request);
    const owners = await context.listOwners(request, actor, request.params.name);
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
      handler: async (request, reply) => {
        const { actor } = await identify(context, request);
        const user = requireScope(actor, 'packages:write');
        const { name } = request.params;
        const { users } = OwnersRequest.parse(await readJson(request.body));
        await context.listOwners(request, user, name);
        await context.requireUsers(users.filter((login) => !login.includes(':')));
        return reply.send({ ok: true, msg: guidance(name, context.baseUrl) });
      },
    });
  }
}

function guidance(name: string, baseUrl: string): string {
  return `list unchanged: the owners of ${name} are managed at ${baseUrl}/packages/cargo/${name}`;
}

/** @throws DomainError `too_large`, `malformed_json` */
async function readJson(body: unknown): Promise<unknown> {
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const chunks: Buffer[] = [];
  let size = 0;
  // leaving the loop must keep the connection open: the client still has to read the answer
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new DomainError('too_large', `the body exceeds ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new DomainError('malformed_json', 'the body is not JSON', {}, error);
  }
}
