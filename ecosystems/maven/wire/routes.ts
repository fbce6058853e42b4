import type { FastifyInstance, FastifyReply } from 'fastify';
import { type DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerExchangeRoute } from '../../exchange-route.ts';
import { problem } from '../format/errors.ts';
import { registerDeployRoute } from './deploy-route.ts';
import { registerReadRoutes } from './read-routes.ts';
import { registerSearchRoute } from './search-route.ts';
import { logFailure } from '../../log-failure.ts';

/** Bodies are bytes of any declared type, and every error is one line of text. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'maven.request_failed');
    return sendProblem(reply, known);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, context.toDomainError(notFound('file'), request)),
  );
  registerExchangeRoute(app, context);
  registerSearchRoute(app, context);
  registerReadRoutes(app, context);
  registerDeployRoute(app, context);
}

/** Maven 3 shows only the status line of a refusal: the line has the error's sentence, in allowed characters. */
function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status, headers, body } = problem(error);
  const sentence = typeof body === 'string' ? body.trim() : '';
  reply.raw.statusMessage = sentence.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
  reply.code(status).headers(headers);
  // builds request missing artifacts from every configured repository
  if (status === 404 && isRead(reply)) reply.header('cache-control', 'max-age=30');
  return reply.send(body);
}

const isRead = ({ request: { method } }: FastifyReply) => method === 'GET' || method === 'HEAD';
