import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../../../domain/credential.ts';
import { DomainError, type ErrorCode, unauthenticated } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { onPackage } from './package-routes.ts';

/** A refusal must reveal nothing about missing packages. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_credentials',
  'token_expired',
  'forbidden',
  'not_found',
]);

/**
 * Exchanges the identity token of a build for a short-lived token that publishes one package. Clients drop the mount,
 * so that the same route is also at the host's root. The audience of their tokens is `npm:` and the host, without a
 * port.
 */
export function registerExchange(app: FastifyInstance, context: RouteContext): void {
  onPackage(
    app,
    { method: 'POST', body: 'unread' },
    ['/-/npm/v1/oidc/token/exchange/package', ''],
    async (request, reply, name) => {
      reply.header('cache-control', 'no-store');
      const jwt = bearerToken(request.headers.authorization);
      if (jwt === undefined) throw unauthenticated('an identity token is required');
      try {
        const audiences = audiencesOf(context.baseUrl);
        const command = { jwt, kind: 'oidc_derived', name, audiences } as const;
        const { token } = await context.callers.exchange(context.callers.anonymous(request), command);
        return await reply.send({ token });
      } catch (error) {
        if (!(error instanceof DomainError) || !refusals.has(error.code)) throw error;
        // the client shows only `message`, and only in verbose mode
        const { detail } = error;
        return reply.code(error.code === 'not_found' ? 404 : 401).send({ message: detail, error: detail });
      }
    },
  );
}

function audiencesOf(baseUrl: string): string[] {
  const { host, hostname } = new URL(baseUrl);
  return [...new Set([`npm:${hostname}`, `npm:${host}`])];
}
