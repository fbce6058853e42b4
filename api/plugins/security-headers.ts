import type { FastifyInstance, FastifyReply } from 'fastify';

/** For everything that is not a page; pages and downloads replace the policy with their own. */
const policy = "default-src 'none'; frame-ancestors 'none'";

/** Set before the route runs, so that a route's own header wins. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    done();
  });
}

/** For answers that no hook comes by. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', policy);
  reply.header('referrer-policy', 'no-referrer');
}
