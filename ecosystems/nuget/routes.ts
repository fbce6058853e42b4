import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { contentRoutes } from './content.ts';
import { discoveryRoutes } from './discovery.ts';
import { problem, reasonPhrase } from './errors.ts';
import { pushRoutes } from './push.ts';
import { trustedPublishingRoutes } from './trusted-publishing.ts';
import { unlistRoutes } from './unlist.ts';

/** The V3 protocol in a scope with its own bodies and errors. */
export function routes(app: FastifyInstance, context: RouteContext): void {
  // Bodies reach the handlers as streams: who asks is settled before anything is read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = toDomainError(error);
    if (known.code === 'internal') request.log.error({ err: error }, 'nuget.request_failed');
    return sendProblem(reply, known);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound('resource')));
  discoveryRoutes(app, context);
  contentRoutes(app, context);
  pushRoutes(app, context);
  unlistRoutes(app, context);
  trustedPublishingRoutes(app, context);
}

function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status, headers, body } = problem(error);
  reply.raw.statusMessage = reasonPhrase(error.code === 'internal' ? 'internal error' : error.detail);
  return reply.code(status).headers(headers).send(body);
}

/** What the framework refuses by itself keeps its status; anything unknown is ours to fix. */
function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new DomainError('too_large', 'the request body is too large', {}, error);
  if (status === 415) return new DomainError('unsupported_media_type', 'unsupported media type', {}, error);
  if (status === 429) return new DomainError('rate_limited', 'too many requests', {}, error);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new DomainError('bad_request', 'the request is malformed', {}, error);
  }
  return new DomainError('internal', 'internal error', {}, error);
}
