import type { KnownCaller } from '../../../domain/caller.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedRelease } from '../../context/staged-releases.ts';
import type { StageGroup } from '../../context/staging.ts';
import { identifyPublisher, identifyUser } from './credentials.ts';
import { releaseKeys } from './keys.ts';
import { renderStaged, renderStagedSymbols } from './staged-item.ts';
import { readPage } from './staging-requests.ts';
import { limits } from '../format/limits.ts';

const bound = limits.json;

interface GroupRoute {
  Params: { group: string };
}
interface MemberRoute {
  Params: { group: string; id: string; version: string };
}

const Name = z.string().trim().min(1).max(limits['group name'].characters);
const NewGroup = z.object({
  id: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/),
  name: Name,
});
const Renaming = z.object({ name: Name });

/** Groups of staged packages; each package is promoted separately. */
export function stagingGroupRoutes(app: FastifyInstance, context: RouteContext): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: bound.bytes },
      (_request, body, done) => done(null, body),
    );
    const options = { config: { body: limits.json } } as const;
    scope.post('/groups', options, async (request, reply) => {
      const caller = await identifyPublisher(context, request);
      const wanted = readBody(NewGroup, request, 'a group needs an id of letters, digits, . _ - and a name');
      const group = await context.staging.groups.create(caller, wanted);
      return reply.code(201).send(renderGroup(group, []));
    });
    scope.get('/groups', (request) => listGroups(context, request));
    scope.get<GroupRoute>('/groups/:group', (request) => getGroup(context, request, request.params.group));
    scope.patch<GroupRoute>('/groups/:group', options, async (request) => {
      const caller = await identifyPublisher(context, request);
      const { name } = readBody(Renaming, request, 'a group needs a name');
      const { group: id } = request.params;
      const group = await context.staging.groups.rename(caller, id, name);
      return renderGroup(group, await context.staging.groups.listMembers(caller, id));
    });
    scope.delete<GroupRoute>('/groups/:group', async (request, reply) => {
      const caller = await identifyPublisher(context, request);
      await deleteGroup(context, caller, request.params.group);
      return reply.code(204).send();
    });
    scope.put<MemberRoute>(
      '/groups/:group/items/:id/:version',
      { config: { body: 'unread' } },
      async (request, reply) => {
        const caller = await identifyPublisher(context, request);
        const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
        await context.staging.groups.put(caller, request.params.group, idKey, versionKey);
        return reply.code(204).send();
      },
    );
    scope.delete<MemberRoute>('/groups/:group/items/:id/:version', async (request, reply) => {
      const caller = await identifyPublisher(context, request);
      const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
      await context.staging.groups.take(caller, request.params.group, idKey, versionKey);
      return reply.code(204).send();
    });
  });
}

function readBody<T>(schema: z.ZodType<T>, request: FastifyRequest, complaint: string): T {
  const { body } = request;
  if (!Buffer.isBuffer(body)) throw new DomainError('unsupported_media_type', 'the body is not JSON');
  const parsed = schema.safeParse(parseBoundedJson(body, bound));
  if (!parsed.success) throw new DomainError('bad_request', complaint);
  return parsed.data;
}

async function listGroups(context: RouteContext, request: FastifyRequest) {
  const caller = await identifyUser(context, request);
  const { page, pageSize, window } = readPage(request);
  const { total, items } = await context.staging.groups.list(caller, window);
  const rendered = [];
  for (const group of items) {
    rendered.push(renderGroup(group, await context.staging.groups.listMembers(caller, group.id)));
  }
  return { items: rendered, page, pageSize, totalCount: total };
}

/** The group; its members are packages, each followed by its symbols. */
async function getGroup(context: RouteContext, request: FastifyRequest, id: string) {
  const caller = await identifyUser(context, request);
  const { page, pageSize, window } = readPage(request);
  const group = await context.staging.groups.get(caller, id);
  const members = await context.staging.groups.listMembers(caller, id);
  const all = [];
  for (const member of members) {
    all.push(renderStaged(member, group, context.baseUrl));
    const symbols = await findSymbols(context, caller, member);
    if (symbols) all.push(renderStagedSymbols({ ...member, ...symbols }, group, context.baseUrl));
  }
  const items = all.slice(window.offset, window.offset + window.limit);
  return { group: renderGroup(group, members), items, page, pageSize, totalCount: all.length };
}

async function findSymbols(context: RouteContext, caller: KnownCaller, { name, version }: StagedRelease) {
  try {
    return await context.staging.files.get(caller, 'snupkg', name, version);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Deletes the group with all its packages; deletes nothing while a package is being checked. */
async function deleteGroup(context: RouteContext, caller: KnownCaller, id: string) {
  const members = await context.staging.groups.listMembers(caller, id);
  const busy = members.find(({ statusReason }) => statusReason === null);
  if (busy) {
    const { name, version } = busy;
    throw new DomainError('invalid_state', `${name} ${version} is being checked: try again in a moment`);
  }
  for (const { name, version } of members) await context.staging.releases.discard(caller, name, version);
  await context.staging.groups.remove(caller, id);
}

/** A group; it can be promoted if every package in it can. */
function renderGroup(group: StageGroup, members: readonly StagedRelease[]) {
  const blocked = members.filter(({ statusReason }) => statusReason !== 'awaiting_approval');
  const blockers =
    members.length === 0
      ? [{ code: 'empty_group', message: 'there is nothing in it' }]
      : blocked.map(({ name, version }) => ({
          code: 'blocked_member',
          message: `${name} ${version} cannot be promoted`,
        }));
  return {
    id: group.id,
    name: group.name,
    canPromote: blockers.length === 0,
    itemCount: members.length,
    blockers,
    owner: group.ownerName,
    created: group.createdAt.toISOString(),
  };
}
