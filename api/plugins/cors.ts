import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './vary.ts';

/** The addresses for pages of other origins: the protocols of packages have clients of their own. */
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
 * Lets pages of listed origins use the JSON interfaces, `*` being all of them; never with credentials of a browser.
 * @note `@fastify/cors` answers OPTIONS of every address, those of packages too, and its `Vary` is lost where
 * a route sets one.
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
    // answered before anything is asked of it: browsers send no credential along
    reply.code(204).headers(wishes).send();
  });

  // at the end, as routes name the headers that their answers vary by
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (shared.test(request.url)) varyBy(reply, 'Origin');
    done();
  });
}

/** {@link registerCors} for answers without hooks. */
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

/** The allowed origin for the asking page; null: none. */
function allowedOrigin({ headers }: FastifyRequest, origins: readonly string[]): string | null {
  const { origin } = headers;
  if (origin === undefined) return null;
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : null;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
