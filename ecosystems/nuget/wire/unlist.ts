import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import type { ReleaseChange } from '../../context/releases.ts';
import { identifyPublisher } from './credentials.ts';
import { releaseKeys } from './keys.ts';

interface ReleaseRoute {
  Params: { id: string; version: string };
}

/** A delete only hides the version from lists: dependent projects can still restore it. */
export function unlistRoutes(app: FastifyInstance, context: RouteContext): void {
  const url = '/v2/package/:id/:version';
  const change = async (request: FastifyRequest<ReleaseRoute>, verb: ReleaseChange) => {
    const caller = await identifyPublisher(context, request);
    await context.mount(caller);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    await context.releases.change(caller, idKey, versionKey, verb);
  };
  app.delete<ReleaseRoute>(url, async (request, reply) => {
    await change(request, 'unlist');
    return reply.code(204).send();
  });
  app.post<ReleaseRoute>(url, { config: { body: 'unread' } }, async (request, reply) => {
    await change(request, 'relist');
    return reply.code(200).send();
  });
}
