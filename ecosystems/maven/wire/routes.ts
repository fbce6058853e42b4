import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { problem } from '../format/errors.ts';
import { registerDeployRoute } from './deploy-route.ts';
import { registerReadRoutes } from './read-routes.ts';
import { registerSearchRoute } from './search-route.ts';

/** Bodies are bytes whatever they say they are, and every error is one line of text. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'maven.request_failed');
    const { status, headers, body } = problem(known);
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const { status, headers, body } = problem(notFound('file'));
    return reply.code(status).headers(headers).send(body);
  });
  registerSearchRoute(app, context);
  registerReadRoutes(app, context);
  registerDeployRoute(app, context);
}
