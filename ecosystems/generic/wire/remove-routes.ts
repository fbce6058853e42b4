import type { FastifyInstance } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { refuseMethod } from './allowed-methods.ts';
import { type FileRoute, type ReleaseRoute, releaseKeys } from './address.ts';
import { identify } from './caller.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

/** A whole version can be removed at any time: packages have no dependencies. */
const rule = { withinHours: null, keepsForDependents: false };

/** Deletes a version or discards its draft. A single file can be removed from a draft only. */
export function registerRemoveRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const url of ['/:name/:version', '/:name/:version/']) {
    app.delete<ReleaseRoute>(url, async (request, reply) => {
      const { caller } = await identify(context, request);
      requireScope(caller.actor, 'packages:write');
      releaseKeys(request.params);
      const { name, version } = request.params;
      await remove(context, caller, name, version);
      return reply.code(204).send();
    });
  }

  app.delete<FileRoute>('/:name/:version/*', async (request, reply) => {
    const { caller } = await identify(context, request);
    requireScope(caller.actor, 'packages:write');
    releaseKeys(request.params);
    const { name, version, '*': path } = request.params;
    const removed = undefinedIfMissing(context.drafts.remove(caller, name, version, path).then(() => true));
    if (await removed) return reply.code(204).send();
    await context.releases.get(caller, name, version);
    return refuseMethod(reply, 'GET, HEAD, PUT', 'a file of a published version stays: delete the version');
  });
}

/** Removes an open draft, a held release, or a visible version. */
async function remove(context: RouteContext, caller: Caller, name: string, version: string): Promise<void> {
  try {
    await context.drafts.discard(caller, name, version);
    return;
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    // the draft is committed: the release is being checked, or held
    if (code !== 'not_found' && code !== 'invalid_state') throw error;
  }
  const discarded = undefinedIfMissing(
    context.staging.releases.discard(caller, name, version).then(() => true),
  );
  if (!(await discarded)) await context.releases.delete(caller, name, [version], rule);
}
