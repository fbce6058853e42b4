import { limits } from '../format/limits.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { readingsOf } from '../format/full-name.ts';
import { identify } from './caller.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

/** Maximum number of gems in one answer: the protocol has no pages. */
const maxListed = limits['listed gems'].count;

/** Downloads, the dependents of a gem, and the gems of an owner. */
export function registerListRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const url of ['/api/v1/downloads', '/api/v1/downloads.json']) {
    app.get(url, async (request, reply) => {
      await identify(context, request);
      return reply.send({ total: await context.packages.countAllDownloads() });
    });
  }
  app.get<{ Params: { fullName: string } }>('/api/v1/downloads/:fullName', async (request, reply) => {
    const caller = await identify(context, request);
    const fullName = request.params.fullName.replace(/\.json$/, '');
    for (const { nameKey, versionKey } of readingsOf(fullName)) {
      const found = await undefinedIfMissing(context.releases.get(caller, nameKey, versionKey));
      if (!found) continue;
      const downloads = await context.packages.countDownloads(caller, nameKey);
      return reply.send({
        version_downloads: downloads.get(versionKey) ?? 0,
        total_downloads: found.package.downloadCount,
      });
    }
    throw notFound('gem version');
  });
  for (const url of [
    '/api/v1/gems/:name/reverse_dependencies',
    '/api/v1/gems/:name/reverse_dependencies.json',
  ]) {
    app.get<{ Params: { name: string } }>(url, async (request, reply) => {
      const caller = await identify(context, request);
      const window = { offset: 0, limit: maxListed };
      return reply.send(await context.packages.listDependents(caller, request.params.name, window));
    });
  }
  for (const url of ['/api/v1/owners/:handle/gems', '/api/v1/owners/:handle/gems.json']) {
    app.get<{ Params: { handle: string } }>(url, async (request, reply) => {
      const caller = await identify(context, request);
      const found = await context.search(caller, {
        text: '',
        facets: [],
        fields: [{ field: 'owner', value: request.params.handle.toLowerCase() }],
        offset: 0,
        limit: maxListed,
      });
      return reply.send(found.hits.map((hit) => ({ ...hit.payload, downloads: hit.downloadCount })));
    });
  }
}
