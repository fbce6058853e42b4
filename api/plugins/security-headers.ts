import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * For everything that is not a page; pages replace it with policies of their own. A document or a download that
 * is opened in a browser runs nothing, loads nothing and is of no origin.
 */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Set before the route runs, so that a route's own header wins. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    done();
  });
}

/** Sets the headers of answers that pass no hook. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', inertPolicy);
  reply.header('referrer-policy', 'no-referrer');
}

/**
 * Further headers on pages for people, of a scope. Each page names the origins that it loads from, as a policy
 * for all would have to allow the most. Nothing asks for TLS where the service is offered without it: a browser would
 * find no page any more, and remember it.
 */
export async function registerPageHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const isSecure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    // over plain HTTP browsers pass these by and complain on the console
    crossOriginOpenerPolicy: isSecure && { policy: 'same-origin' },
    originAgentCluster: isSecure,
  });
}
