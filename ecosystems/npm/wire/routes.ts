import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerAccessRoutes } from './access-routes.ts';
import { registerAccountRoutes } from './accounts.ts';
import { registerDocumentRoutes } from './document-routes.ts';
import { problem } from '../format/errors.ts';
import { registerExchange } from './oidc.ts';
import { registerOrganizationRoutes } from './organization-routes.ts';
import { registerPublishRoute } from './publish-route.ts';
import { registerRevisionRoutes } from './revision-routes.ts';
import { registerSearchRoute } from './search-routes.ts';
import { registerSecurityRoutes } from './security.ts';
import { registerStageRoutes } from './stage-routes.ts';
import { registerTagRoutes } from './tag-routes.ts';
import { registerTarballRoutes } from './tarball-routes.ts';
import { registerTeamRoutes } from './team-routes.ts';
import { logFailure } from '../../log-failure.ts';

/** The protocol in its own scope: raw bodies, native errors, native 404. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  speakNatively(app, context);
  registerDocumentRoutes(app, context);
  registerPublishRoute(app, context);
  registerRevisionRoutes(app, context);
  registerTarballRoutes(app, context);
  registerTagRoutes(app, context);
  registerAccessRoutes(app, context);
  registerSearchRoute(app, context);
  registerStageRoutes(app, context);
  registerAccountRoutes(app, context);
  registerOrganizationRoutes(app, context);
  registerTeamRoutes(app, context);
  registerSecurityRoutes(app, context);
}

/** The routes at the host's root, for clients that exchange an identity token. */
export function registerRootRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  renderErrors(app, context);
  registerExchange(app, context);
}

/** Renders every error in the one shape that clients print. */
function speakNatively(app: FastifyInstance, context: RouteContext): void {
  renderErrors(app, context);
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = problem(context.toDomainError(notFound('page'), request));
    return reply.code(status).headers(headers).send(body);
  });
}

function renderErrors(app: FastifyInstance, context: RouteContext): void {
  app.setErrorHandler((error, request, reply) => {
    const known =
      error instanceof z.ZodError
        ? new DomainError('validation_failed', 'the request is not valid', {}, error)
        : context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'npm.request_failed');
    const { status, headers, body } = problem(known);
    return reply.code(status).headers(headers).send(body);
  });
}
