import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { problem } from '../format/errors.ts';
import { logFailure } from '../../log-failure.ts';
import { registerFileRoutes } from './file-routes.ts';
import { registerLegacyRoutes } from './legacy-routes.ts';
import { registerSimpleRoutes } from './simple-routes.ts';
import { registerUploadRoutes } from './upload-routes.ts';

/** The protocol in its own scope: bodies are bytes, and every error is one line of text. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  speakNatively(app, context);
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = problem(context.toDomainError(notFound('page'), request));
    return reply.code(status).headers(headers).send(body);
  });
  registerSimpleRoutes(app, context);
  registerFileRoutes(app, context);
  registerLegacyRoutes(app, context);
  registerUploadRoutes(app, context);
}

/** Sets the parsers and the error handler: bodies are bytes, errors are one line of text. */
export function speakNatively(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'pypi.request_failed');
    const { status, headers, body } = problem(known);
    // upload tools print the reason phrase, and the body only in verbose mode
    reply.raw.statusMessage = body
      .replaceAll(/[^\x20-\x7e]+/g, ' ')
      .trim()
      .slice(0, 300);
    return reply.code(status).headers(headers).send(body);
  });
}
