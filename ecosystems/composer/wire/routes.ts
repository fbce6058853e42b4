import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerExchangeRoute } from '../../exchange-route.ts';
import { problem } from '../format/errors.ts';
import { createChangeLog } from './change-log.ts';
import { registerChangeRoutes } from './change-routes.ts';
import { registerDownloadRoutes } from './download-routes.ts';
import { registerFilterRoutes } from './filter-routes.ts';
import { registerImportRoutes } from './import-routes.ts';
import { registerListRoutes } from './list-routes.ts';
import { registerMetadataRoutes } from './metadata-routes.ts';
import { registerPublishRoutes } from './publish-routes.ts';
import { registerRootRoute } from './root-route.ts';
import { registerAdvisoryRoutes } from './advisory-routes.ts';
import { registerYankRoutes } from './yank-routes.ts';
import { logFailure } from '../../log-failure.ts';

/** The protocol in its own scope: bodies are bytes, and every error is JSON with a sentence. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'composer.request_failed');
    const { status, headers, body } = problem(known);
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = problem(context.toDomainError(notFound('page'), request));
    return reply.code(status).headers(headers).send(body);
  });
  const log = createChangeLog();
  registerRootRoute(app, context, log);
  registerMetadataRoutes(app, context);
  registerDownloadRoutes(app, context);
  registerListRoutes(app, context);
  registerChangeRoutes(app, context, log);
  registerAdvisoryRoutes(app, context);
  registerFilterRoutes(app, context);
  registerPublishRoutes(app, context);
  registerImportRoutes(app, context);
  registerYankRoutes(app, context);
  registerExchangeRoute(app, context);
}
