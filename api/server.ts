import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ServingPlatform } from './platform.ts';
import { createServices } from '../services/index.ts';
import type { DomainError } from '../domain/errors.ts';
import { bodyLimits, headLimits } from '../domain/limits.ts';
import type { SocketLimits } from './socket/limits.ts';
import { isSocketUpgrade, registerSocket } from './socket/register.ts';
import { registerBodyDeadlines } from './plugins/body-deadlines.ts';
import { registerBodyLimits } from './plugins/body-limits.ts';
import { refuseBrokenRequest } from './plugins/broken-requests.ts';
import { sendChessProblem } from './plugins/chess-errors.ts';
import { registerCors, shareEarlyAnswer } from './plugins/cors.ts';
import { registerEcosystems } from './plugins/ecosystems.ts';
import { registerExpectedBodies } from './plugins/expected-bodies.ts';
import { measureRequests } from './plugins/metrics.ts';
import { toDomainError } from './plugins/domain-error.ts';
import { sendProblem } from './plugins/problem.ts';
import { registerRates } from './plugins/rates.ts';
import { registerOwnWrites } from './plugins/own-writes.ts';
import { registerPipelinedRequests } from './plugins/pipelined-requests.ts';
import { registerPressure } from './plugins/pressure.ts';
import { limitConnections } from './plugins/connections.ts';
import { createRequestIds, registerRequestId } from './plugins/request-id.ts';
import { registerDraining } from './shutdown.ts';
import { registerSharedStoreBudget } from './plugins/shared-store-budget.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './plugins/security-headers.ts';
import { registerSlowBodies } from './plugins/slow-bodies.ts';
import { trustProxies } from './plugins/trusted-proxies.ts';
import { registerUnreadBodies } from './plugins/unread-bodies.ts';
import { registerSlowReaders } from './plugins/slow-readers.ts';
import { registerPortal } from './portal/register.ts';
import { registerManagement } from './routes/index.ts';

/** The time limit for the headers, from the connection or the previous request. */
const headersWithinMs = 30_000;

/** Builds the whole server without listening or connecting. `socketLimits` are for tests. */
export async function createServer(
  platform: ServingPlatform,
  socketLimits: Partial<SocketLimits> = {},
  services = createServices(platform),
): Promise<FastifyInstance> {
  const { config, log, metrics } = platform;
  const loggerInstance: FastifyBaseLogger = log.child({ component: 'http' });
  const app = Fastify({
    loggerInstance,
    http: {
      shouldUpgradeCallback: isSocketUpgrade,
      maxHeaderSize: headLimits.headers.bytes,
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: headersWithinMs / 6,
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(config.http.trustedProxies),
    trustProxy: config.http.trustedProxies.length > 0 ? config.http.trustedProxies : false,
    bodyLimit: bodyLimits['v1.json'].bytes,
    // slow uploads are legitimate: this limit covers headers only; bodies have limits of size and rate, small bodies
    // also of time
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      maxParamLength: headLimits.parameter.characters,
    },
    forceCloseConnections: 'idle',
    // a stopping process answers its remaining requests: a proxy can't send them elsewhere
    return503OnClosing: false,
    clientErrorHandler: ({ code }, socket) => refuseBrokenRequest(code, socket, config.http.publicUrl),
    frameworkErrors: (error, request, reply) =>
      sendEarlyProblem(platform, toDomainError(error), request, reply),
  });
  app.server.maxHeadersCount = headLimits.headers.count;
  const { rates, maxConnections, maxConnectionsPerAddress } = config.limits;
  limitConnections(app.server, {
    total: maxConnections,
    perAddress: rates ? maxConnectionsPerAddress : null,
    isProxy: trustProxies(config.http.trustedProxies),
    baseUrl: config.http.publicUrl,
  });
  measureRequests(app, metrics);
  registerDraining(app, platform.isDraining);
  registerPipelinedRequests(app);
  registerUnreadBodies(app);
  registerExpectedBodies(app);
  registerSlowBodies(app, {
    idleMs: config.limits.bodyIdleMs,
    minBytesPerSecond: config.limits.bodyMinBytesPerSecond,
  });
  registerBodyDeadlines(app, config.limits.smallBodyMs);
  registerSlowReaders(app, config.limits.bodyIdleMs);
  registerBodyLimits(app);
  registerRequestId(app);
  registerSecurityHeaders(app);
  registerCors(app, config.http.corsOrigins);
  await registerPressure(app, { maxEventLoopDelayMs: config.limits.maxEventLoopDelayMs });
  if (platform.kv.kind === 'redis') registerSharedStoreBudget(app);
  registerRates(app, platform);
  registerOwnWrites(app, platform.changes);
  await registerEcosystems(app, platform.ecosystems, services);
  await registerSocket(app, { ...platform, log: loggerInstance, chess: services.chess }, socketLimits);
  const sendMissingPage = await registerPortal(app, services);
  await registerManagement(app, services, sendMissingPage);
  return app;
}

/** Answers a path that can't be decoded: it never reaches the error handler of its scope. */
function sendEarlyProblem(
  { ecosystems, config }: Pick<ServingPlatform, 'ecosystems' | 'config'>,
  error: DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  setSecurityHeaders(reply);
  reply.header('x-request-id', request.id);
  shareEarlyAnswer(request, reply, config.http.corsOrigins);
  const ecosystem = ecosystems.all.find(({ mount, rootPrefixes }) =>
    [mount, ...rootPrefixes].some((prefix) => request.url.startsWith(`${prefix}/`)),
  );
  if (request.url.startsWith('/api/')) {
    sendChessProblem(error, request, reply, { baseUrl: config.http.publicUrl, lang: config.chess.lang });
    return;
  }
  if (!ecosystem) {
    sendProblem(error, request, reply, config.http.publicUrl);
    return;
  }
  const { status, headers, body } = ecosystem.problem(error, config.http.publicUrl, request.url);
  reply.code(status).headers(headers).send(body);
}
