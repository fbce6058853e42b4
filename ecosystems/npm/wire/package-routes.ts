import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { BodyName, Bound } from '../../../domain/limits.ts';

interface PackageParams {
  scope?: string;
  package: string;
}

export type PackageHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** The name in the client's spelling. */
  name: string,
) => Promise<unknown>;

/**
 * Registers routes of a package. Clients write a scoped name as one segment (`@acme%2fprobe`), people and some proxies
 * as two: the router decodes the first form, the second form needs a separate route.
 */
export function onPackage(
  app: FastifyInstance,
  /** The method, and the bound of a body that is read. */
  asked: HTTPMethods | { method: HTTPMethods; body: BodyName | Bound },
  [before, after]: [before: string, after: string],
  handler: PackageHandler,
): void {
  const { method, ...config } = typeof asked === 'string' ? { method: asked } : asked;
  for (const name of ['/:package', '/:scope/:package']) {
    app.route({
      method,
      config,
      url: `${before}${name}${after}`,
      handler: (request, reply) => handler(request, reply, nameIn(request.params as PackageParams)),
    });
  }
}

function nameIn({ scope, package: name }: PackageParams): string {
  if (scope === undefined) return name;
  if (!scope.startsWith('@') || scope.includes('/')) throw notFound('page');
  return `${scope}/${name}`;
}
