import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerExchangeRoute } from '../../exchange-route.ts';
import { logFailure } from '../../log-failure.ts';
import { problem } from '../format/errors.ts';
import { allowedAt, refuseMethod } from './allowed-methods.ts';
import { reprDigest } from './digest-headers.ts';
import { registerPackageRoutes } from './package-routes.ts';
import { registerDraftRoutes } from './draft-routes.ts';
import { registerFileRoutes } from './file-routes.ts';
import { registerPublishRoute } from './publish-route.ts';
import { registerRemoveRoutes } from './remove-routes.ts';

/** Hints by method about the correct requests. */
const hints: Readonly<Record<string, string>> = {
  PUT: 'a file is sent to <name>/<version>/<path>',
  POST: 'files are sent with PUT to <name>/<version>/<path>, drafts end with POST to <name>/<version>/commit',
};

/** Bodies are bytes of any declared type, and every error is one line of JSON. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onSend', (_request, reply, payload, done) => {
    const sha256 = reply.getHeader('x-checksum-sha256');
    if (typeof sha256 === 'string') reply.header('repr-digest', reprDigest(sha256));
    done(null, payload);
  });
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'generic.request_failed');
    const { status, headers, body } = problem(known);
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedAt(app, request);
    if (allowed !== undefined) {
      return refuseMethod(reply, allowed, hints[request.method] ?? 'this can not be done here');
    }
    const { status, headers, body } = problem(context.toDomainError(notFound('page'), request));
    return reply.code(status).headers(headers).send(body);
  });
  registerExchangeRoute(app, context);
  registerPackageRoutes(app, context);
  registerFileRoutes(app, context);
  registerPublishRoute(app, context);
  registerDraftRoutes(app, context);
  registerRemoveRoutes(app, context);
}
