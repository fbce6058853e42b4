import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../../domain/actor.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { RouteContext, StagedRelease, StagedUpload } from '../route-context.ts';
import { identify, identifyPublisher } from './credentials.ts';
import { problem } from './errors.ts';
import { releaseKeys } from './keys.ts';
import { peekOrDiscard, receivePackage } from './push.ts';
import { renderStaged } from './staged-item.ts';

interface ItemRoute {
  Params: { id: string; version: string };
}

const Page = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

/** Packages that become visible when somebody approves them. Groups of packages are not offered. */
export function stagingRoutes(app: FastifyInstance, context: RouteContext): void {
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'nuget.request_failed');
    return sendProblem(reply, known);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound('resource')));
  const stage = (request: FastifyRequest, reply: FastifyReply) => stagePackage(context, request, reply);
  app.put('/package', stage);
  app.put('/package/', stage);
  app.get('/package', (request) => listPackages(context, request));
  app.get<ItemRoute>('/package/:id/:version', async (request) => {
    const actor = requireUser(await identify(context, request));
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    return renderStaged(await context.staged.get(request, actor, idKey, versionKey), context.baseUrl);
  });
  app.delete<ItemRoute>('/package/:id/:version', async (request, reply) => {
    const actor = await identifyPublisher(context, request);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    await context.staged.discard(request, actor, idKey, versionKey);
    return reply.code(204).send();
  });
}

async function stagePackage(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const actor = await identifyPublisher(context, request);
  await context.mount(request);
  const upload = await receivePackage(context, request, 'package');
  const { id, version } = await peekOrDiscard(context, upload);
  const find = () => findStaged(() => context.staged.get(request, actor, id, version));
  const earlier = await find();
  if (earlier && earlier.uploadSha256 !== upload.sha256) {
    await orDiscard(context, upload, () => context.staged.discard(request, actor, id, version));
  }
  const declared = { name: id, version, metadata: {} };
  const receipt = await context.publish({ actor, request, declared, upload, needsApproval: true });
  const staged = await find();
  // somebody approved it in the meantime
  if (!staged) return reply.code(201).header('location', receipt.statusUrl).send();
  return reply.code(earlier ? 200 : 201).send(renderStaged(staged, context.baseUrl));
}

async function findStaged(get: () => Promise<StagedRelease>): Promise<StagedRelease | undefined> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function orDiscard(context: RouteContext, upload: StagedUpload, act: () => Promise<void>) {
  try {
    await act();
  } catch (error) {
    await context.discard(upload);
    throw error;
  }
}

async function listPackages(context: RouteContext, request: FastifyRequest) {
  const actor = requireUser(await identify(context, request));
  const query = Page.safeParse(request.query);
  if (!query.success) throw new DomainError('bad_request', 'page counts from 1, pageSize from 1 to 100');
  const { page, pageSize } = query.data;
  const window = { offset: (page - 1) * pageSize, limit: pageSize };
  const { total, items } = await context.staged.list(request, actor, window);
  return {
    items: items.map((item) => renderStaged(item, context.baseUrl)),
    page,
    pageSize,
    totalCount: total,
  };
}

/** This resource has its errors in an envelope of its own. */
function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status, headers } = problem(error);
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return reply
    .code(status)
    .headers(headers)
    .send({ error: { code: error.code, message } });
}
