import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { identifyPublisher } from './credentials.ts';
import { answer, peekOrDiscard, receivePackage } from './push.ts';
import { symbolsOf } from '../format/urls.ts';
import { limits } from '../format/limits.ts';

/** Symbols of a visible version; the client sends them after the package. */
export function symbolRoutes(app: FastifyInstance, context: RouteContext): void {
  const push = (request: FastifyRequest, reply: FastifyReply) => pushSymbols(context, request, reply);
  const options = { config: { body: limits.push } } as const;
  app.put('/v2/symbolpackage', options, push);
  // The client appends a slash to the URL in the service index.
  app.put('/v2/symbolpackage/', options, push);
}

async function pushSymbols(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identifyPublisher(context, request, { acceptsExchanged: true });
  await context.mount(caller);
  const upload = await receivePackage(context, request);
  const { id, version } = await peekOrDiscard(context, caller, upload);
  const receipt = await context.publishing.publishFile({
    caller,
    upload,
    declared: { name: id, version, metadata: {}, file: symbolsOf(id, version) },
  });
  return answer(reply, receipt);
}
