import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { requireScope } from '../../domain/actor.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { parseAuthorization } from '../../domain/credential.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { whereToLook } from '../../ecosystems/context/publishing.ts';
import type { Wire } from '../../ecosystems/wire.ts';
import { canonicalName, canonicalVersion, filenameOf, format, indexPath, limits } from './format.ts';

interface Kit {
  name: string;
  version: string;
}

export const wire: Wire = { readers: [], routes };

function routes(app: FastifyInstance, context: RouteContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = format.problem(
      context.toDomainError(error, request),
      context.baseUrl,
      request.url,
    );
    return reply.code(status).headers(headers).send(body);
  };
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(notFound('page'), request, reply));

  app.put<{ Params: Kit }>(
    '/kits/:name/:version',
    { config: { body: limits.kit } },
    async (request, reply) => {
      const caller = await identify(context, request);
      const publisher = as(caller, requireScope(caller.actor, 'packages:write'));
      const { name, version } = request.params;
      if (!(request.body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
      const upload = await context.publishing.receive(request.body, limits.kit.bytes);
      const declared = { name, version, metadata: {} };
      const receipt = await context.publishing.publish({ caller: publisher, declared, upload });
      const isDone = receipt.status === 'published';
      return reply
        .code(isDone ? 201 : 202)
        .send({ kit: name, ...(isDone ? {} : { see: whereToLook(receipt) }) });
    },
  );

  app.delete<{ Params: Kit }>(
    '/kits/:name/:version',
    { config: { body: 'unread' } },
    async (request, reply) => {
      const caller = await identify(context, request);
      requireScope(caller.actor, 'packages:write');
      await context.releases.change(caller, request.params.name, request.params.version, 'yank');
      return reply.send({ yanked: true });
    },
  );

  app.get<{ Params: Kit }>('/kits/:name', async (request, reply) => {
    const caller = await identify(context, request);
    const { nameKey } = keysOf({ ...request.params, version: '1.0.0' });
    return context.documents.send(caller, reply, indexPath(nameKey));
  });

  app.get<{ Params: Kit }>('/kits/:name/:version/download', async (request, reply) => {
    const caller = await identify(context, request);
    const keys = keysOf(request.params);
    const filename = filenameOf(keys.nameKey, keys.versionKey);
    return context.files.send(caller, reply, { ...keys, filename });
  });
}

async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  const { scheme, value } = parseAuthorization(authorization) ?? {};
  const caller = await context.callers.authenticate(request, scheme === 'bearer' ? value : authorization);
  await context.mount(caller);
  return caller;
}

/** The keys; those of an invalid name or version match nothing. */
function keysOf({ name, version }: Kit): { nameKey: string; versionKey: string } {
  try {
    return { nameKey: canonicalName(name), versionKey: canonicalVersion(version) };
  } catch {
    throw notFound('kit');
  }
}
