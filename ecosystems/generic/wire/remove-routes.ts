import type { FastifyInstance } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import type { RouteContext } from '../../context/context.ts';
import { type FileRoute, type ReleaseRoute, releaseKeys } from './address.ts';
import { identify } from './caller.ts';
import { orNone } from './or-none.ts';

/** A version goes as a whole, whenever its owners want: nothing here depends on another package. */
const rule = { withinHours: null, keepsForDependents: false };

/** Deleting a version, or throwing away its draft. A file can be taken out of a draft alone. */
export function registerRemoveRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const url of ['/:name/:version', '/:name/:version/']) {
    app.delete<ReleaseRoute>(url, async (request, reply) => {
      const { caller } = await identify(context, request);
      requireScope(caller.actor, 'packages:write');
      releaseKeys(request.params);
      const { name, version } = request.params;
      const discarded = orNone(context.drafts.discard(caller, name, version).then(() => true));
      if (!(await discarded)) await context.releases.delete(caller, name, [version], rule);
      return reply.code(204).send();
    });
  }

  app.delete<FileRoute>('/:name/:version/*', async (request, reply) => {
    const { caller } = await identify(context, request);
    requireScope(caller.actor, 'packages:write');
    releaseKeys(request.params);
    const { name, version, '*': path } = request.params;
    const removed = orNone(context.drafts.remove(caller, name, version, path).then(() => true));
    if (await removed) return reply.code(204).send();
    await context.releases.get(caller, name, version);
    const message = 'a file of a published version stays: delete the version';
    return reply
      .code(405)
      .headers({ allow: 'GET, HEAD, PUT', 'content-type': 'application/json; charset=utf-8' })
      .send(`${JSON.stringify({ error: { code: 'method_not_allowed', message } })}\n`);
  });
}
