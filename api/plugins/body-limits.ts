import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { type BodyName, type Bound, boundOf } from '../../domain/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much of a body the route takes: its line of the one table, or a bound of its ecosystem's own. Not needed where none is read. */
    body?: BodyName | Bound;
  }
}

/** The methods that may have a body; Fastify ignores the body of the others. */
const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Every route that may be sent a body has a bound: a server with one that names none does not start. A body whose declared
 * length exceeds it is refused unread; others are counted by their reader.
 */
export function registerBodyLimits(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => methods.has(method))) return;
    // most of them have no body
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

/** For scopes whose bodies the framework parses: one bound for all routes that read one and name no other. */
export function boundParsedBodies(app: FastifyInstance, body: BodyName): void {
  app.addHook('onRoute', (route) => {
    const isRead = route.schema?.body !== undefined;
    const name = route.config?.body;
    const bound = isRead ? (name ?? body) : (name ?? 'unread');
    route.config = { ...route.config, body: bound };
    // the parser reads any body, also where the route ignores it
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
