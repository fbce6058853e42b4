import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { relabelNotFound } from '../../relabel-not-found.ts';
import { paths } from '../format/documents.ts';
import { legacyPaths } from '../format/legacy-documents.ts';
import { canonicalName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';
import { identify } from './caller.ts';
import { withVulnerabilities } from './vulnerabilities.ts';

/** The documents for tools beside the simple index: older JSON, and a feed. */
export function registerLegacyRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get<{ Params: { project: string } }>('/pypi/:project/json', async (request, reply) => {
    const caller = await identify(context, request);
    const key = orNotFound(() => canonicalName(request.params.project));
    return sendJson(context, caller, reply, {
      key,
      path: legacyPaths.project(key),
      what: request.params.project,
    });
  });
  app.get<{ Params: { project: string } }>('/rss/project/:project/releases.xml', async (request, reply) => {
    const caller = await identify(context, request);
    const key = orNotFound(() => canonicalName(request.params.project));
    return relabelNotFound(request.params.project, () =>
      context.documents.send(caller, reply, paths.feed(key)),
    );
  });
  app.get<{ Params: { project: string; version: string } }>(
    '/pypi/:project/:version/json',
    async (request, reply) => {
      const caller = await identify(context, request);
      const { project, version } = request.params;
      const key = orNotFound(() => canonicalName(project));
      const path = orNotFound(() => legacyPaths.release(key, canonicalVersion(version)));
      return sendJson(context, caller, reply, { key, path, what: `${project} ${version}` });
    },
  );
}

async function sendJson(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  { key, path, what }: { key: string; path: string; what: string },
): Promise<FastifyReply> {
  const made = withVulnerabilities(await context.advisories.list([key]), key);
  return relabelNotFound(what, () =>
    context.documents.send(caller, reply, path, made === null ? {} : { made }),
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
