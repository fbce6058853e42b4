import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { MadeOf } from '../../context/documents.ts';
import type { RouteContext } from '../../context/context.ts';
import { contentType, devSuffix, documentPath } from '../format/documents.ts';
import { minifier } from '../format/minified.ts';
import { identify } from './caller.ts';
import { knownName } from './package-route.ts';
import { reads } from './send-json.ts';

interface DocumentRoute {
  Params: { vendor: string; file: string };
}

const ending = '.json';

/** All versions of a package: minified for clients, and unminified. */
export function registerMetadataRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const form of ['p2', 'p'] as const) {
    app.route<DocumentRoute>({
      method: reads,
      url: `/${form}/:vendor/:file`,
      async handler(request, reply) {
        const { caller, mount } = await identify(context, request);
        const path = mount.documentPrefix + pathOf(request.params);
        const options = form === 'p2' ? { made: minified(context, caller) } : {};
        return context.documents.send(caller, reply, path, options);
      },
    });
  }
}

/** @throws DomainError `not_found` */
function pathOf({ vendor, file }: DocumentRoute['Params']): string {
  if (!file.endsWith(ending)) throw notFound('package');
  const stem = file.slice(0, -ending.length);
  const suffix = stem.endsWith(devSuffix) ? devSuffix : '';
  const name = knownName({ vendor, package: stem.slice(0, stem.length - suffix.length) });
  return documentPath(name, suffix);
}

function minified(context: RouteContext, caller: Caller): MadeOf {
  return {
    name: 'minified',
    contentType,
    async make(body) {
      return Buffer.from(await context.bodies.read(caller, minifier, body, null));
    },
  };
}
