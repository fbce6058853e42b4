import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createServer } from '../../api/server.ts';
import { readConfig } from '../../config/config.ts';
import type { ServingPlatform } from '../../api/platform.ts';
import { createLogger } from '../../config/logging.ts';
import { createMetrics } from '../../config/metrics.ts';
import type { BodyName, Bound } from '../../domain/limits.ts';
import { createEcosystems } from '../../ecosystems/index.ts';

/** A registered route of the server. */
export interface Route {
  method: string;
  /** The pattern with parameters, e.g. `/v1/packages/:ecosystem/:name`. */
  pattern: string;
  /** The size limit of the body. */
  body?: BodyName | Bound | undefined;
}

/** Every route of the server, from the server itself: no new route is left out. */
export async function listRoutes(): Promise<Route[]> {
  const found: { method: string; route: RouteOptions }[] = [];
  // the framework publishes an instance before it has any route
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    // hooks of inner scopes may still add settings to a route
    fastify.addHook('onRoute', (route: RouteOptions) => {
      for (const each of [route.method].flat()) found.push({ method: each, route });
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    const app = await createServer(stubPlatform());
    await app.ready();
    await app.close();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  return found.map(({ method, route }) => ({ method, pattern: route.url, body: route.config?.body }));
}

/** Registration only stores the parts of the platform for later requests, and calls none of them. */
function stubPlatform(): ServingPlatform {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none', JWT_SECRET: '-'.repeat(32) });
  const cache = createSharedCache({ maxBytes: 1 << 20 });
  const parts = { config, cache, log: createLogger('routes', 'silent'), ecosystems: createEcosystems() };
  const bodiesOf = () => ({});
  const kv = { kind: 'memory' };
  return { ...parts, kv, bodiesOf, metrics: createMetrics('routes') } as unknown as ServingPlatform;
}

/** Names of the parameters of a pattern; a wildcard is `*`. */
export function parametersOf(pattern: string): string[] {
  return [...pattern.matchAll(/:(\w+)\??|\*/g)].map((match) => match[1] ?? '*');
}
