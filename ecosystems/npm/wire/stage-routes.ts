import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { numberIn } from '../../bodies/query.ts';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { answerLimits } from '../../../domain/limits/answers.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedRelease } from '../../context/staged-releases.ts';
import { identifyUser, identifyWriter } from './caller.ts';
import { onPackage } from './package-routes.ts';
import { answer, publish, readPublish, receive } from './publish-route.ts';
import { blockedBy, blockersOf, presentStaged } from './staged-item.ts';
import { limits } from '../format/limits.ts';

const Page = z.object({
  page: numberIn(0, answerLimits['page number'].count, 0),
  perPage: numberIn(1, answerLimits.page.count, 20),
  package: z.string().max(limits.name.characters).optional(),
});

interface StageRoute {
  Params: { id: string };
}

/** Versions that become visible on approval. */
export function registerStageRoutes(app: FastifyInstance, context: RouteContext): void {
  onPackage(
    app,
    { method: 'POST', body: limits.publish },
    ['/-/stage/package', ''],
    async (request, reply, name) => {
      const { caller: writer } = await identifyWriter(context, request, { acceptsExchanged: true });
      const caller = await context.callers.underName(writer, name);
      const asked = await receive(context, request, caller, (document) =>
        readPublish(context, { caller, name, document }),
      );
      const { receipt, declared } = await publish(context, { caller, asked, needsApproval: true });
      const stageId = await stageIdOf(context, caller, declared);
      return answer(reply, receipt).code(201).send({ stageId });
    },
  );

  app.get('/-/stage', async (request, reply) => reply.send(await list(context, request)));

  const staged = async (request: FastifyRequest) => {
    const caller = await identifyUser(context, request);
    const id = z.uuid().safeParse((request.params as { id: string }).id);
    if (!id.success) throw notFound('file');
    return { caller, item: await context.staging.releases.getById(caller, id.data) };
  };

  app.get<StageRoute>('/-/stage/:id', async (request, reply) => {
    const { caller, item } = await staged(request);
    const findings = await context.staging.releases.listOpenFindings(caller, item.name, item.version);
    return reply.send({ ...presentStaged(item), findings, blockers: blockersOf(item, findings) });
  });

  app.get<StageRoute>('/-/stage/:id/tarball', async (request, reply) => {
    const { caller, item } = await staged(request);
    return context.staging.releases.send(caller, reply, item.name, item.version);
  });

  app.post<StageRoute>('/-/stage/:id/approve', { config: { body: 'unread' } }, async (request, reply) => {
    await identifyWriter(context, request);
    const { caller, item } = await staged(request);
    await approve(context, caller, item);
    return reply.send({ ok: true });
  });

  app.delete<StageRoute>('/-/stage/:id', async (request, reply) => {
    await identifyWriter(context, request);
    const { caller, item } = await staged(request);
    await context.staging.releases.discard(caller, item.name, item.version);
    return reply.send({ ok: true });
  });
}

/** The id of the release, before and after its approval. */
async function stageIdOf(
  context: RouteContext,
  caller: KnownCaller,
  { name, version }: { name: string; version: string },
): Promise<string> {
  try {
    return (await context.staging.releases.get(caller, name, version)).id;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return (await context.releases.get(caller, name, version)).release.id;
  }
}

async function list(context: RouteContext, request: FastifyRequest) {
  const caller = await identifyUser(context, request);
  const { page, perPage, package: name } = Page.parse(request.query);
  const window = { offset: page * perPage, limit: perPage };
  if (name === undefined) {
    const { total, items } = await context.staging.releases.list(caller, window);
    return { items: items.map(presentStaged), total };
  }
  const all = (await listAll(context, caller)).filter((item) => item.name === name);
  const items = all.slice(window.offset, window.offset + window.limit);
  return { items: items.map(presentStaged), total: all.length };
}

/** All staged versions of the caller: few enough for one person to look through. */
async function listAll(context: RouteContext, caller: KnownCaller) {
  const found: StagedRelease[] = [];
  for (;;) {
    const { total, items } = await context.staging.releases.list(caller, {
      offset: found.length,
      limit: 100,
    });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}

async function approve(
  context: RouteContext,
  caller: KnownCaller,
  { name, version }: StagedRelease,
): Promise<void> {
  try {
    await context.staging.releases.approve(caller, name, version);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
    const findings = await context.staging.releases.listOpenFindings(caller, name, version);
    const sentence = blockedBy(findings);
    throw sentence === undefined ? error : new DomainError('invalid_state', sentence, {}, error);
  }
}
