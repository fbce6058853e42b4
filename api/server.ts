import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from '../config/context.ts';
import type { Parts } from './assemble.ts';
import { registerEcosystems } from './plugins/ecosystems.ts';
import { measureRequests } from './plugins/metrics.ts';

/** Builds the whole server; never listens and never connects. */
export async function createServer(context: Context, parts: Parts): Promise<FastifyInstance> {
  const { config, log, metrics } = context;
  const loggerInstance: FastifyBaseLogger = log.child({ component: 'http' });
  const app = Fastify({
    loggerInstance,
    disableRequestLogging: true,
    trustProxy: config.http.trustedProxies.length > 0 ? config.http.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // slow uploads are legitimate: only headers and idle sockets are bounded here, JSON bodies by their size
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 500 },
    forceCloseConnections: 'idle',
  });
  app.server.headersTimeout = 30_000;
  app.server.maxHeadersCount = 200;
  measureRequests(app, metrics);
  await registerEcosystems(app, context.ecosystems, parts.ecosystemDeps);
  return app;
}
