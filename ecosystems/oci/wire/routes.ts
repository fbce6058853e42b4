import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unauthenticated } from '../../../domain/errors.ts';
import { restrictBuildReads } from '../../restrict-build-reads.ts';
import type { RouteContext } from '../../context/context.ts';
import { registerExchangeRoute } from '../../exchange-route.ts';
import { parseAddress } from '../format/address.ts';
import { type Asked, byMethod } from './request.ts';
import { answerBlob } from './blob-routes.ts';
import { accessFor, assertAllowed, type Identified, identify } from './caller.ts';
import { sendCatalog } from './catalog.ts';
import { explain, explainTo } from './send-error.ts';
import { answerManifest } from './manifest-routes.ts';
import { canonicalName } from '../format/name.ts';
import { sendReferrers } from './referrers.ts';
import { sendTags } from './tag-list.ts';
import { registerTokenRoute } from './token-route.ts';
import { answerUpload } from './upload-routes.ts';
import { limits } from '../format/limits.ts';

/** The routes below `/oci` and below every repository's mount. */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  prepare(app, context);
  app.setNotFoundHandler((request, reply) => explain(context, request, reply, notFound('page')));
  registerTokenRoute(app, context);
  registerExchangeRoute(app, context);
  registerDistribution(app, context);
}

/** The routes at the host's root, where clients expect a registry. */
export function registerRootRoutes(app: FastifyInstance, context: RouteContext): void {
  prepare(app, context);
  registerDistribution(app, context);
}

/** Bodies are streams of any declared type, and every answer names the protocol. */
function prepare(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('docker-distribution-api-version', 'registry/2.0');
    done();
  });
  app.setErrorHandler((error, request, reply) => explain(context, request, reply, error));
}

const reads = ['GET', 'HEAD'];
const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** One pattern for all routes, parsed by {@link parseAddress}: the router does not support names with slashes. */
function registerDistribution(app: FastifyInstance, context: RouteContext): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(context, request, reply);
  for (const url of ['/v2', '/v2/*']) {
    app.route({ method: reads, url, exposeHeadRoute: false, handler });
    // one image needs dozens of these requests
    app.route({ method: writes, url, config: { tier: 'protocol', body: limits.blob }, handler });
  }
}

async function answer(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = parseAddress(request.url);
  if (address === undefined) throw notFound('page');
  let caller: Identified = { ...context.callers.anonymous(request), claims: undefined };
  try {
    caller = await identify(context, request);
    if ('name' in address) canonicalName(address.name);
    const needed = accessFor(request.method, address);
    if (needed) await assertAllowed(context, caller, needed);
    if ('name' in address) caller = await restrictBuildReads(context, caller, address.name);
    return await dispatch(context, { request, reply, caller, address });
  } catch (error) {
    return explainTo(context, caller, { request, reply, address }, error);
  }
}

async function dispatch(context: RouteContext, asked: Asked): Promise<FastifyReply> {
  const { address } = asked;
  switch (address.kind) {
    case 'base':
      return sendBase(asked);
    case 'catalog':
      return sendCatalog(context, { ...asked, address });
    case 'tags':
      return sendTags(context, { ...asked, address });
    case 'referrers':
      return sendReferrers(context, { ...asked, address });
    case 'manifest':
      return answerManifest(context, { ...asked, address });
    case 'blob':
      return answerBlob(context, { ...asked, address });
    case 'uploads':
    case 'upload':
      return answerUpload(context, { ...asked, address });
    default:
      return address satisfies never;
  }
}

/** Clients request this page to learn the token URL: anonymous requests get a challenge. */
function sendBase(asked: Asked): Promise<FastifyReply> {
  const { caller, reply } = asked;
  return byMethod(asked, {
    GET: async () => {
      if (caller.actor.kind === 'anonymous' && caller.claims === undefined) throw unauthenticated();
      return reply.type('application/json').send(Buffer.from('{}'));
    },
  });
}
