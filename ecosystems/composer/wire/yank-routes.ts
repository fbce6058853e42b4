import type { FastifyInstance } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { identify } from './caller.ts';
import { knownName, knownVersion, type VersionParameters } from './package-route.ts';

const url = '/packages/:vendor/:package/versions/:version';

/** Yank and unyank. A yanked version is in no document; its zip stays available. */
export function registerYankRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const [method, path, change] of [
    ['DELETE', url, 'yank'],
    ['POST', `${url}/unyank`, 'unyank'],
  ] as const) {
    app.route<{ Params: VersionParameters }>({
      method,
      url: path,
      config: { body: limits.unyank },
      async handler(request, reply) {
        const { caller } = await identify(context, request);
        requireScope(caller.actor, 'packages:write');
        const name = knownName(request.params);
        const version = knownVersion(request.params.version);
        await context.releases.change(caller, name, version, change);
        const { version: written } = (await context.releases.get(caller, name, version)).release;
        return reply.header('cache-control', 'no-store').send({ ok: true, name, version: written });
      },
    });
  }
}
