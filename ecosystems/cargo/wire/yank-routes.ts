import type { FastifyInstance } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import type { RouteContext } from '../../context/context.ts';
import type { ReleaseChange } from '../../context/releases.ts';
import { identify } from './caller.ts';

const verbs = [
  { method: 'DELETE', path: 'yank', change: 'yank' },
  { method: 'PUT', path: 'unyank', change: 'unyank' },
] as const satisfies { method: string; path: string; change: ReleaseChange }[];

export function registerYankRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const { method, path, change } of verbs) {
    app.route<{ Params: { name: string; version: string } }>({
      method,
      config: { body: 'unread' },
      url: `/api/v1/crates/:name/:version/${path}`,
      handler: async (request, reply) => {
        const { caller } = await identify(context, request);
        const { name, version } = request.params;
        requireScope(caller.actor, 'packages:write');
        await context.releases.change(caller, name, version, change);
        return reply.send({ ok: true });
      },
    });
  }
}
