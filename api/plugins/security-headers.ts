import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The policy of every answer that is not a page; pages replace it. A document or a download opened in a browser runs
 * nothing, loads nothing and has no origin.
 */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Set before the route runs, so that a route's own header wins. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    done();
  });
}

/** Sets the headers of answers that run no hook. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', inertPolicy);
  reply.header('referrer-policy', 'no-referrer');
}

/**
 * Adds further headers to the pages of a scope. Each page names the origins that it loads from, as one policy for all
 * pages would have to allow all of them. Without HTTPS no header asks for TLS: a browser would remember it and find
 * no page.
 */
export async function registerPageHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const isSecure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    // browsers ignore these over plain HTTP and log a warning
    crossOriginOpenerPolicy: isSecure && { policy: 'same-origin' },
    originAgentCluster: isSecure,
  });
}
