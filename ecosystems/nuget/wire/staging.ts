import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import type { StagedRelease } from '../../context/staged-releases.ts';
import { identifyPublisher, identifyUser } from './credentials.ts';
import { releaseKeys } from './keys.ts';
import { peekOrDiscard } from './push.ts';
import { renderStaged } from './staged-item.ts';
import { readPage, receiveStaged, sendStagingErrors } from './staging-requests.ts';
import { stagingGroupRoutes } from './staging-groups.ts';
import { stagingSymbolRoutes } from './staging-symbols.ts';
import { limits } from '../format/limits.ts';

interface ItemRoute {
  Params: { id: string; version: string };
}

/** Packages that become visible on approval, with their symbols, alone or in groups. */
export function stagingRoutes(app: FastifyInstance, context: RouteContext): void {
  sendStagingErrors(app, context);
  const stage = (request: FastifyRequest, reply: FastifyReply) => stagePackage(context, request, reply);
  const options = { config: { body: limits.push } } as const;
  app.put('/package', options, stage);
  app.put('/package/', options, stage);
  app.get('/package', (request) => listPackages(context, request));
  app.get<ItemRoute>('/package/:id/:version', async (request) => {
    const caller = await identifyUser(context, request);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    return present(context, await context.staging.releases.get(caller, idKey, versionKey));
  });
  app.delete<ItemRoute>('/package/:id/:version', async (request, reply) => {
    const caller = await identifyPublisher(context, request);
    const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
    await context.staging.releases.discard(caller, idKey, versionKey);
    return reply.code(204).send();
  });
  stagingSymbolRoutes(app, context);
  stagingGroupRoutes(app, context);
}

async function present(context: RouteContext, release: StagedRelease) {
  const groups = await context.staging.groups.listOf([release.id]);
  return renderStaged(release, groups.get(release.id), context.baseUrl);
}

async function stagePackage(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identifyPublisher(context, request);
  await context.mount(caller);
  const { upload, groupId } = await receiveStaged(context, request, 'package');
  const { id, version } = await peekOrDiscard(context, caller, upload);
  const find = () => findStaged(() => context.staging.releases.get(caller, id, version));
  const earlier = await find();
  const group = await orDiscard(context, upload, async () => {
    // before the upload is staged: a missing group is an error of the caller
    if (groupId !== undefined) return context.staging.groups.get(caller, groupId);
    return earlier && (await context.staging.groups.listOf([earlier.id])).get(earlier.id);
  });
  if (earlier && earlier.uploadSha256 !== upload.sha256) {
    await orDiscard(context, upload, () => context.staging.releases.discard(caller, id, version));
  }
  const declared = { name: id, version, metadata: {} };
  const receipt = await context.publishing.publish({ caller, declared, upload, needsApproval: true });
  const staged = await find();
  // the release was approved meanwhile
  if (!staged) return reply.code(201).header('location', receipt.statusUrl).send();
  if (group) await keepInGroup(context, request, staged, { ...group, isAsked: groupId !== undefined });
  return reply.code(earlier ? 200 : 201).send(await present(context, staged));
}

/** Keeps a replaced member in its group, unless another person owns the group or the group was deleted meanwhile. */
async function keepInGroup(
  context: RouteContext,
  request: FastifyRequest,
  { name, version }: StagedRelease,
  group: { id: string; isAsked: boolean },
): Promise<void> {
  const caller = await identifyPublisher(context, request);
  const put = () => context.staging.groups.put(caller, group.id, name, version);
  if (group.isAsked) await put();
  else await findStaged(put);
}

async function findStaged<T>(get: () => Promise<T>): Promise<T | undefined> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function orDiscard<T>(context: RouteContext, upload: StagedUpload, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

async function listPackages(context: RouteContext, request: FastifyRequest) {
  const caller = await identifyUser(context, request);
  const { page, pageSize, window } = readPage(request);
  const { total, items } = await context.staging.releases.list(caller, window);
  const groups = await context.staging.groups.listOf(items.map(({ id }) => id));
  return {
    items: items.map((item) => renderStaged(item, groups.get(item.id), context.baseUrl)),
    page,
    pageSize,
    totalCount: total,
  };
}
