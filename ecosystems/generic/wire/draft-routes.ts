import type { FastifyInstance } from 'fastify';
import type { KnownCaller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type ReleaseRoute, releaseKeys } from './address.ts';
import { identifyPublisher } from './caller.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { sendJson } from './receive-file.ts';

/**
 * Commits a draft: its files are checked and become visible together. The route that deletes versions discards drafts.
 */
export function registerDraftRoutes(app: FastifyInstance, context: RouteContext): void {
  app.post<ReleaseRoute>('/:name/:version/commit', { config: { body: 'unread' } }, async (request, reply) => {
    const { caller, mount } = await identifyPublisher(context, request);
    releaseKeys(request.params);
    const { name, version } = request.params;
    const url = `${mount.url}/${name}/${encodeURIComponent(version)}/`;
    const committed = await undefinedIfMissing(context.drafts.commit(caller, name, version));
    if (!committed) {
      await assertPublished(context, caller, request.params);
      return sendJson(reply, 200, { status: 'published', name, version, url });
    }
    const { status, statusUrl, reason } = committed;
    if (status === 'published')
      return sendJson(reply.header('location', url), 201, { status, name, version, url });
    return sendJson(reply, 202, {
      status,
      name,
      version,
      url,
      status_url: statusUrl,
      ...(reason === undefined ? {} : { reason }),
    });
  });
}

/**
 * For a client that repeats a commit after a lost answer: the release is visible.
 * @throws DomainError `not_found`, `forbidden`
 */
async function assertPublished(
  context: RouteContext,
  caller: KnownCaller,
  { name, version }: ReleaseRoute['Params'],
): Promise<void> {
  const there = await undefinedIfMissing(context.releases.get(caller, name, version));
  if (!there) throw notFound('draft');
  await context.publishing.findTarget(caller, name);
}
