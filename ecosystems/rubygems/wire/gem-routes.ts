import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { numberIn, textOf } from '../../bodies/query.ts';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { RouteContext } from '../../context/context.ts';
import { newest } from '../format/latest.ts';
import { GemMetadata } from '../format/metadata.ts';
import { presentGem, presentVersion } from '../format/present-gem.ts';
import { identify } from './caller.ts';

const perPage = 30;
const SearchParameters = z.object({
  query: textOf(fieldLimits['search query']),
  page: numberIn(1, answerLimits['protocol page number'].count, 1),
});

interface GemRoute {
  Params: { name: string };
}

const onPages = { metadata: Object.keys(GemMetadata.shape) };

/** Queries of tools about gems. */
export function registerGemRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const form of ['', '.json']) {
    app.get(`/api/v1/search${form}`, async (request, reply) => {
      const caller = await identify(context, request);
      const { query, page } = SearchParameters.parse(request.query);
      const offset = (page - 1) * perPage;
      const found = await context.search(caller, {
        text: query,
        facets: [],
        fields: [],
        offset,
        limit: perPage,
      });
      return reply.send(found.hits.map((hit) => ({ ...hit.payload, downloads: hit.downloadCount })));
    });
    app.get<GemRoute>(`/api/v1/versions/:name/latest${form}`, async (request, reply) => {
      const caller = await identify(context, request);
      const found = await context.packages.get(caller, request.params.name, onPages);
      const release = newest(found.releases);
      return reply.send({ version: release ? GemMetadata.parse(release.metadata).number : 'unknown' });
    });
  }
  app.get('/api/v1/dependencies', async (request) => {
    await identify(context, request);
    // clients then use the compact index
    throw notFound('page');
  });
  app.get<GemRoute>('/api/v1/gems/:name', async (request, reply) => {
    const caller = await identify(context, request);
    const name = plainName(request.params.name);
    const found = await context.packages.get(caller, name, onPages);
    const release = newest(found.releases);
    if (!release) throw notFound('gem');
    return reply.send(presentGem(found.package, release, await around(context, caller, name)));
  });
  app.get<GemRoute>('/api/v1/versions/:name', async (request, reply) => {
    const caller = await identify(context, request);
    const name = plainName(request.params.name);
    const found = await context.packages.get(caller, name, onPages);
    const shown = found.releases.filter(({ isYanked }) => !isYanked).toReversed();
    const known = await around(context, caller, name);
    return reply.send(shown.map((release) => presentVersion(found.package, release, known)));
  });
}

async function around(context: RouteContext, caller: Caller, name: string) {
  const { url: mountUrl } = await context.mount(caller);
  const downloads = await context.packages.countDownloads(caller, name);
  return { mountUrl, baseUrl: context.baseUrl, downloads };
}

/** The name without the form: names may have dots, so only a last `.json` is the form. */
const plainName = (raw: string) => raw.replace(/\.json$/, '');
