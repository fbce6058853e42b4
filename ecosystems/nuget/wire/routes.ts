import type { FastifyInstance, FastifyReply } from 'fastify';
import { type DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { contentRoutes } from './content.ts';
import { discoveryRoutes } from './discovery.ts';
import { problem, reasonPhrase, sentenceOf } from '../format/errors.ts';
import { pushRoutes } from './push.ts';
import { trustedPublishingRoutes } from './trusted-publishing.ts';
import { stagingRoutes } from './staging.ts';
import { symbolRoutes } from './symbols.ts';
import { unlistRoutes } from './unlist.ts';
import { vulnerabilityRoutes } from './vulnerabilities.ts';
import { logFailure } from '../../log-failure.ts';

/** The V3 protocol in a scope with its own bodies and errors. */
export function routes(app: FastifyInstance, context: RouteContext): void {
  // Handlers get bodies as streams, so that the caller is known before the body is read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'nuget.request_failed');
    return sendProblem(reply, known);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, context.toDomainError(notFound('resource'), request)),
  );
  discoveryRoutes(app, context);
  contentRoutes(app, context);
  pushRoutes(app, context);
  symbolRoutes(app, context);
  unlistRoutes(app, context);
  trustedPublishingRoutes(app, context);
  vulnerabilityRoutes(app, context);
  app.register(async (scope) => stagingRoutes(scope, context), { prefix: '/v3/staging' });
}

function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status, headers, body } = problem(error);
  reply.raw.statusMessage = reasonPhrase(sentenceOf(error));
  return reply.code(status).headers(headers).send(body);
}
