import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { paths } from '../format/documents.ts';
import { marshalSpecs, type SpecsKind } from '../format/specs.ts';
import { widePaths } from '../format/wide.ts';
import { identify } from './caller.ts';

/** HEAD is explicit, because the framework's own HEAD loses the length of the answer. */
const reads = ['GET', 'HEAD'] as const;

const kinds: readonly SpecsKind[] = ['specs', 'latest_specs', 'prerelease_specs'];

const compress = promisify(gzip);

/** The compact index, and the indexes of older clients. */
export function registerIndexRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const path of [widePaths.versions, widePaths.names]) {
    app.route({
      method: [...reads],
      url: `/${path}`,
      async handler(request, reply) {
        const caller = await identify(context, request);
        return context.documents.sendWide(caller, reply, path);
      },
    });
  }
  app.route<{ Params: { name: string } }>({
    method: [...reads],
    url: '/info/:name',
    async handler(request, reply) {
      const caller = await identify(context, request);
      return context.documents.send(caller, reply, paths.info(request.params.name), { grows: true });
    },
  });
  app.route<{ Params: { file: string } }>({
    method: [...reads],
    url: '/quick/Marshal.4.8/:file',
    async handler(request, reply) {
      const caller = await identify(context, request);
      const { file } = request.params;
      if (!file.endsWith('.gemspec.rz')) throw notFound('specification');
      return context.documents.send(caller, reply, paths.quick(file.slice(0, -'.gemspec.rz'.length)));
    },
  });
  registerSpecs(app, context);
}

/** The indexes of older clients, made again only after a change of their source lines. */
function registerSpecs(app: FastifyInstance, context: RouteContext): void {
  for (const kind of kinds) {
    app.route({
      method: [...reads],
      url: `/${kind}.4.8.gz`,
      async handler(request, reply) {
        const caller = await identify(context, request);
        return context.documents.sendWide(caller, reply, widePaths.specs, {
          contentType: 'application/octet-stream',
          name: kind,
          make: (lines) => compress(marshalSpecs(kind, lines.toString('utf8'))),
        });
      },
    });
  }
}
