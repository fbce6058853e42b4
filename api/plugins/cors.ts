import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './vary.ts';

/** The addresses for pages of other origins. Package protocols are excluded: they have native clients. */
const shared = /^\/(?:api|v1)(?:[/?]|$)/;

const answers = {
  'access-control-expose-headers':
    'X-Request-Id, ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Total-Count, Content-Language, Idempotent-Replayed, Location, Deprecation, Sunset',
};

const wishes = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, X-Request-Id, X-NuGet-ApiKey, Idempotency-Key, If-Match, If-None-Match, Accept-Language',
  'access-control-max-age': '600',
};

/**
 * Lets pages of the listed origins use the JSON interfaces (`*`: all origins), without browser credentials.
 * @note `@fastify/cors` would answer OPTIONS of every address, also of packages, and lose its `Vary` where a route
 * sets one.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;

  app.addHook('onRequest', (request, reply, done) => {
    const allowed = shared.test(request.url) ? allowedOrigin(request, origins) : null;
    if (allowed === null) return done();
    reply.header('access-control-allow-origin', allowed);
    if (!isPreflight(request)) {
      reply.headers(answers);
      return done();
    }
    // answered before authentication: browsers send no credential with a preflight
    reply.code(204).headers(wishes).send();
  });

  // routes set `Vary` before, so this hook adds to it at the end
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (shared.test(request.url)) varyBy(reply, 'Origin');
    done();
  });
}

/** Does the same as {@link registerCors} for answers without hooks. */
export function shareEarlyAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): void {
  if (origins.length === 0 || !shared.test(request.url)) return;
  const allowed = allowedOrigin(request, origins);
  if (allowed !== null) reply.header('access-control-allow-origin', allowed).headers(answers);
  varyBy(reply, 'Origin');
}

/** The allowed origin for the requesting page; null: none. */
function allowedOrigin({ headers }: FastifyRequest, origins: readonly string[]): string | null {
  const { origin } = headers;
  if (origin === undefined) return null;
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : null;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
