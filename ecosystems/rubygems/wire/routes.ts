import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { problem } from '../format/errors.ts';
import { registerFileRoutes } from './file-routes.ts';
import { registerGemRoutes } from './gem-routes.ts';
import { registerIndexRoutes } from './index-routes.ts';
import { registerKeyRoutes } from './key-routes.ts';
import { registerListRoutes } from './list-routes.ts';
import { registerOwnerRoutes } from './owner-routes.ts';
import { registerPushRoute } from './push-route.ts';
import { registerTrustedPublishing } from './trusted-publishing.ts';
import { registerWebhookRoutes } from './webhook-routes.ts';
import { registerYankRoute } from './yank-route.ts';
import { logFailure } from '../../log-failure.ts';

/** The protocol in its own scope: bodies are bytes, and every error is one line of text. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'rubygems.request_failed');
    const { status, headers, body } = problem(known, context.baseUrl, request.url);
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = problem(
      context.toDomainError(notFound('page'), request),
      context.baseUrl,
      request.url,
    );
    return reply.code(status).headers(headers).send(body);
  });
  registerIndexRoutes(app, context);
  registerFileRoutes(app, context);
  registerGemRoutes(app, context);
  registerListRoutes(app, context);
  registerPushRoute(app, context);
  registerYankRoute(app, context);
  registerOwnerRoutes(app, context);
  registerKeyRoutes(app, context);
  registerWebhookRoutes(app, context);
  registerTrustedPublishing(app, context);
}
