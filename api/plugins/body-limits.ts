import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { type BodyName, type Bound, boundOf } from '../../domain/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The bound of the route's body: a line of the table, or a bound of its ecosystem. Optional where the body is not
     * read.
     */
    body?: BodyName | Bound;
  }
}

/** The methods that may have a body; Fastify ignores the body of the others. */
const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Requires a bound on every route that may receive a body: without one the server does not start. A body whose
 * declared length exceeds the bound is refused unread; the reader counts the bytes of other bodies.
 */
export function registerBodyLimits(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => methods.has(method))) return;
    // these rarely have a body
    if (route.method === 'DELETE' || route.method === 'OPTIONS')
      route.config = { body: 'unread', ...route.config };
    routes.push(route);
  });
  app.addHook('onReady', (done) => {
    const unbounded = routes.filter(({ config }) => config?.body === undefined);
    done(
      unbounded.length === 0
        ? undefined
        : new Error(`routes without a bound: ${unbounded.map(nameOf).join(', ')}`),
    );
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(isTooLarge(request) ? new DomainError('too_large', 'the body is too large') : undefined);
  });
}

/** Sets one bound for all routes of a scope that read a parsed body and name no bound. */
export function boundParsedBodies(app: FastifyInstance, body: BodyName): void {
  app.addHook('onRoute', (route) => {
    const isRead = route.schema?.body !== undefined;
    const name = route.config?.body;
    const bound = isRead ? (name ?? body) : (name ?? 'unread');
    route.config = { ...route.config, body: bound };
    // the parser also reads a body that the route ignores
    route.bodyLimit = boundOf(isRead ? bound : body).bytes;
  });
}

function isTooLarge({ routeOptions, headers }: FastifyRequest): boolean {
  const { body } = routeOptions.config ?? {};
  return body !== undefined && Number(headers['content-length'] ?? 0) > boundOf(body).bytes;
}

function nameOf({ method, url }: RouteOptions): string {
  return `${[method].flat().join()} ${url}`;
}
