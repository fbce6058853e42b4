import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerCrateRoutes } from './crate-routes.ts';
import { registerDownloadRoute } from './download-route.ts';
import { problem } from '../format/errors.ts';
import { registerIndexRoutes } from './index-routes.ts';
import { registerOwnerRoutes } from './owners.ts';
import { registerPublishRoute } from './publish-route.ts';
import { registerTokenPage } from './token-page.ts';
import { registerTrustedPublishing } from './trusted-publishing.ts';
import { registerYankRoutes } from './yank-routes.ts';
import { logFailure } from '../../log-failure.ts';

/** Cargo's protocol in its own scope: raw bodies, native errors, native 404. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  // Cargo sends publish bodies without a content type, or as octet-stream: the type is ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.setErrorHandler((error, request, reply) => {
    const known =
      error instanceof z.ZodError
        ? new DomainError('validation_failed', 'the request is not valid', {}, error)
        : context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'cargo request failed');
    const { status, headers, body } = problem(known, context.baseUrl);
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = problem(
      context.toDomainError(notFound('page'), request),
      context.baseUrl,
    );
    return reply.code(status).headers(headers).send(body);
  });

  registerIndexRoutes(app, context);
  registerPublishRoute(app, context);
  registerDownloadRoute(app, context);
  registerYankRoutes(app, context);
  registerOwnerRoutes(app, context);
  registerCrateRoutes(app, context);
  registerTokenPage(app, context);
  registerTrustedPublishing(app, context);
}
