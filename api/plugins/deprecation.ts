import type { FastifyInstance, RouteOptions } from 'fastify';

/** An operation that will be removed, and when. */
export interface Deprecated {
  since: Date;
  sunset: Date;
  /** The page about the replacement. */
  link?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecated;
  }
}

const noticeDays = 180;
const dayMs = 86_400_000;

/**
 * Announces the removal of operations half a year ahead (`config.deprecated`): `Deprecation` (RFC 9745) and `Sunset`
 * (RFC 8594) with every answer, and `deprecated` in the document.
 */
export function registerDeprecation(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { deprecated } = route.config ?? {};
    if (!deprecated) return;
    const days = (deprecated.sunset.getTime() - deprecated.since.getTime()) / dayMs;
    if (days < noticeDays)
      throw new Error(`${route.url} goes away within ${noticeDays} days of being told so`);
    route.schema = { ...route.schema, deprecated: true };
  });

  app.addHook('onRequest', async (request, reply) => {
    const { deprecated } = request.routeOptions.config;
    if (!deprecated) return;
    const { since, sunset, link } = deprecated;
    reply.header('deprecation', `@${Math.floor(since.getTime() / 1000)}`);
    reply.header('sunset', sunset.toUTCString());
    if (link !== undefined) reply.header('link', `<${link}>; rel="deprecation"`);
  });
}
