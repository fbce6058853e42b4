import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { PublishCommand } from '../../context/publishing.ts';
import { identifyPublisher, identifyUser } from './credentials.ts';
import { releaseKeys } from './keys.ts';
import { peekOrDiscard } from './push.ts';
import { renderStagedSymbols, type SymbolsStanding } from './staged-item.ts';
import { readPage, receiveStaged } from './staging-requests.ts';
import { symbolsOf } from '../format/urls.ts';
import { limits } from '../format/limits.ts';

interface ItemRoute {
  Params: { id: string; version: string };
}

const kind = 'snupkg';

/** Symbols of a staged package; they become visible with the package. */
export function stagingSymbolRoutes(app: FastifyInstance, context: RouteContext): void {
  const stage = (request: FastifyRequest, reply: FastifyReply) => stageSymbols(context, request, reply);
  const options = { config: { body: limits.push } } as const;
  app.put('/symbols', options, stage);
  app.put('/symbols/', options, stage);
  app.get('/symbols', (request) => listSymbols(context, request));
  app.get<ItemRoute>('/symbols/:id/:version', async (request) => {
    const caller = await identifyUser(context, request);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    const { parent, stagedAt } = await context.staging.files.get(caller, kind, idKey, versionKey);
    const groups = await context.staging.groups.listOf([parent.id]);
    return renderStagedSymbols({ ...parent, stagedAt }, groups.get(parent.id), context.baseUrl);
  });
  app.delete<ItemRoute>('/symbols/:id/:version', async (request, reply) => {
    const caller = await identifyPublisher(context, request);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    await context.staging.files.discard(caller, kind, idKey, versionKey);
    return reply.code(204).send();
  });
}

async function stageSymbols(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identifyPublisher(context, request);
  await context.mount(caller);
  const { upload, groupId } = await receiveStaged(context, request, 'symbols');
  const { id, version } = await peekOrDiscard(context, caller, upload);
  const command: PublishCommand = {
    caller,
    upload,
    declared: { name: id, version, metadata: {}, file: symbolsOf(id, version) },
  };
  const parent = await context.staging.releases.get(caller, id, version).catch(async (error: unknown) => {
    if (isMissing(error)) return undefined;
    await context.publishing.discard(upload);
    throw error;
  });
  if (parent === undefined) return attachSymbols(context, command, reply);
  const outcome = await context.staging.files.stage(command);
  // symbols are in the group of their package
  if (groupId !== undefined) await context.staging.groups.put(caller, groupId, id, version);
  const groups = await context.staging.groups.listOf([parent.id]);
  const standing: SymbolsStanding = { ...parent, stagedAt: new Date(), isChecked: outcome !== 'pending' };
  return reply
    .code(outcome === 'replaced' ? 200 : 201)
    .send(renderStagedSymbols(standing, groups.get(parent.id), context.baseUrl));
}

/** Adds symbols to a visible package without staging. @throws DomainError `not_found` for an invisible package */
async function attachSymbols(context: RouteContext, command: PublishCommand, reply: FastifyReply) {
  const { name, version } = command.declared;
  const { status, statusUrl } = await context.publishing.publishFile(command);
  const words = { published: 'succeeded', held: 'ready', pending: 'validating' } as const;
  const waits = { code: 'held_for_review', message: `a person decides: ${statusUrl}` };
  return reply.code(201).send({
    id: name,
    version,
    kind: 'symbols',
    status: words[status],
    group: null,
    canPromote: false,
    blockers: status === 'held' ? [waits] : [],
    ...(status === 'held' && { managementUrl: statusUrl }),
  });
}

async function listSymbols(context: RouteContext, request: FastifyRequest) {
  const caller = await identifyUser(context, request);
  const { page, pageSize, window } = readPage(request);
  const { total, items } = await context.staging.files.list(caller, kind, window);
  const groups = await context.staging.groups.listOf(items.map(({ parent }) => parent.id));
  return {
    items: items.map(({ parent, stagedAt }) =>
      renderStagedSymbols({ ...parent, stagedAt }, groups.get(parent.id), context.baseUrl),
    ),
    page,
    pageSize,
    totalCount: total,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found';
}
