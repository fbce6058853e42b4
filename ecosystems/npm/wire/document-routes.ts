import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { formFor } from './accept.ts';
import { identify } from './caller.ts';
import { documentPath, maintainersOf } from '../format/documents.ts';
import { distTags } from '../format/latest.ts';
import { sendJson } from './send-json.ts';
import { readState } from './package-state.ts';
import { renderVersion } from '../format/version-document.ts';

/** Package documents in both forms, and single versions. */
export function registerDocumentRoutes(app: FastifyInstance, context: RouteContext): void {
  const document = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const { caller, mount } = await identify(context, request);
    const { write } = request.query as { write?: string };
    // the client will send the whole document back
    const isFresh = write === 'true';
    if (!isFresh) reply.header('vary', 'accept');
    const path = documentPath(isFresh ? 'full' : formFor(request.headers.accept), name);
    return context.documents.send(caller, reply, mount.documentPrefix + path, { isFresh });
  };

  const version = async (request: FastifyRequest, reply: FastifyReply, name: string, wanted: string) => {
    const { caller, mount } = await identify(context, request);
    const found = await findVersion(context, caller, name, wanted);
    const body = renderVersion(found.release, mount.url, maintainersOf(found.package));
    return sendJson(request, reply, found.package, body);
  };

  app.get<{ Params: { package: string } }>('/:package', (request, reply) =>
    document(request, reply, request.params.package),
  );

  // a scoped name as two segments, or a version of a name in one
  app.get<{ Params: { package: string; version: string } }>('/:package/:version', (request, reply) => {
    const { package: name, version: wanted } = request.params;
    const isHalf = name.startsWith('@') && !name.includes('/');
    return isHalf ? document(request, reply, `${name}/${wanted}`) : version(request, reply, name, wanted);
  });

  app.get<{ Params: { scope: string; package: string; version: string } }>(
    '/:scope/:package/:version',
    async (request, reply) => {
      const { scope, package: name, version: wanted } = request.params;
      if (!scope.startsWith('@')) throw notFound('page');
      return version(request, reply, `${scope}/${name}`, wanted);
    },
  );
}

/** A version, or the version of a tag. */
async function findVersion(context: RouteContext, caller: Caller, name: string, wanted: string) {
  try {
    return await context.releases.get(caller, name, wanted);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    const { releases, tags } = await readState(context, caller, name);
    const shown = distTags(releases, tags);
    const tagged = Object.hasOwn(shown, wanted) ? shown[wanted] : undefined;
    if (tagged === undefined) throw notFound('page');
    return context.releases.get(caller, name, tagged);
  }
}
