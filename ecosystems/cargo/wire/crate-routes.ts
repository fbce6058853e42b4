import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicationLimits } from '../../../domain/limits.ts';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { numberIn, textOf } from '../../bodies/query.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { presentCrate, presentDependencies, presentVersion, VersionMetadata } from './present-crate.ts';

const SearchParameters = z.object({
  q: textOf(fieldLimits['search query']),
  page: numberIn(1, answerLimits['protocol page number'].count, 1),
  per_page: numberIn(1, answerLimits['protocol page'].count, 10),
  keyword: z.string().max(publicationLimits.keyword.characters).optional().catch(undefined),
  category: z.string().max(publicationLimits.keyword.characters).optional().catch(undefined),
});

/** Metadata members of versions on pages. Dependencies are omitted: they are most of the metadata. */
const onPages = { metadata: Object.keys(VersionMetadata.shape) };

/** Search, and read-only routes for tools around cargo. */
export function registerCrateRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/api/v1/crates', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { q, page, per_page: limit, keyword, category } = SearchParameters.parse(request.query);
    const fields = Object.entries({ keyword, category }).flatMap(([field, value]) =>
      value === undefined ? [] : [{ field, value: value.toLowerCase() }],
    );
    const offset = (page - 1) * limit;
    const found = await context.search(caller, { text: q, facets: [], fields, offset, limit });
    const crates = found.hits.map((hit) => ({ ...hit.payload, downloads: hit.downloadCount }));
    return reply.send({ crates, meta: { total: found.total } });
  });

  app.get<{ Params: { name: string } }>('/api/v1/crates/:name', async (request, reply) => {
    const { caller } = await identify(context, request);
    const found = await context.packages.get(caller, request.params.name, onPages);
    return reply.send(presentCrate(found.package, found.releases));
  });

  app.get<{ Params: { name: string } }>('/api/v1/crates/:name/versions', async (request, reply) => {
    const { caller } = await identify(context, request);
    const found = await context.packages.get(caller, request.params.name, onPages);
    const versions = found.releases.toReversed().map((release) => presentVersion(found.package, release));
    return reply.send({ versions, meta: { total: versions.length } });
  });

  const releaseUrl = '/api/v1/crates/:name/:version';
  app.get<{ Params: { name: string; version: string } }>(releaseUrl, async (request, reply) => {
    const { caller } = await identify(context, request);
    const { name, version } = request.params;
    const found = await context.releases.get(caller, name, version);
    return reply.send({ version: presentVersion(found.package, found.release) });
  });

  app.get<{ Params: { name: string; version: string } }>(
    `${releaseUrl}/dependencies`,
    async (request, reply) => {
      const { caller } = await identify(context, request);
      const { name, version } = request.params;
      const found = await context.releases.get(caller, name, version);
      return reply.send({ dependencies: presentDependencies(found.release) });
    },
  );
}
