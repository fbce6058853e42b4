import type { FastifyInstance } from 'fastify';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { paths } from '../format/documents.ts';
import { legacyPaths } from '../format/legacy-documents.ts';
import { canonicalName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';
import { identify } from './caller.ts';

/** What tools read beside the simple index: JSON from before it, and a feed. */
export function registerLegacyRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get<{ Params: { project: string } }>('/pypi/:project/json', async (request, reply) => {
    const caller = await identify(context, request);
    const key = orNotFound(() => canonicalName(request.params.project));
    return context.documents.send(caller, reply, legacyPaths.project(key));
  });
  app.get<{ Params: { project: string } }>('/rss/project/:project/releases.xml', async (request, reply) => {
    const caller = await identify(context, request);
    const key = orNotFound(() => canonicalName(request.params.project));
    return context.documents.send(caller, reply, paths.feed(key));
  });
  app.get<{ Params: { project: string; version: string } }>(
    '/pypi/:project/:version/json',
    async (request, reply) => {
      const caller = await identify(context, request);
      const { project, version } = request.params;
      const path = orNotFound(() => legacyPaths.release(canonicalName(project), canonicalVersion(version)));
      return context.documents.send(caller, reply, path);
    },
  );
}

function orNotFound<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof DomainError) throw notFound('project');
    throw error;
  }
}
