import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { type ReleaseRoute, releaseKeys } from './address.ts';
import { identifyPublisher } from './caller.ts';
import { sendJson } from './receive-file.ts';

/** The end of a draft: its files are checked together, and visible together. It is thrown away as a version is deleted. */
export function registerDraftRoutes(app: FastifyInstance, context: RouteContext): void {
  app.post<ReleaseRoute>('/:name/:version/commit', { config: { body: 'unread' } }, async (request, reply) => {
    const { caller, mount } = await identifyPublisher(context, request);
    releaseKeys(request.params);
    const { name, version } = request.params;
    const { status, statusUrl } = await context.drafts.commit(caller, name, version);
    const url = `${mount.url}/${name}/${encodeURIComponent(version)}/`;
    if (status === 'published')
      return sendJson(reply.header('location', url), 201, { status, name, version, url });
    return sendJson(reply, 202, { status, name, version, url, status_url: statusUrl });
  });
}
