import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { numberIn, textOf } from '../../bodies/query.ts';
import type { RouteContext } from '../../context/context.ts';
import { SearchPayload } from '../format/search.ts';
import { identify } from './caller.ts';
import { limits } from '../format/limits.ts';

const Query = z.object({
  q: textOf(fieldLimits['search query']),
  start: numberIn(0, answerLimits['protocol offset'].count, 0),
  rows: numberIn(1, limits['search page'].count, 20),
});

/** `g:`, `a:`, `p:` with or without quotes, joined by AND; other words are the text. */
const term = /^(?<field>[gap]):"?(?<value>[^"]+)"?$/;

/** The search of Maven Central, for tools. */
export function registerSearchRoute(app: FastifyInstance, context: RouteContext): void {
  app.get('/solrsearch/select', async (request, reply) => {
    const caller = await identify(context, request);
    const { q, start, rows } = Query.parse(request.query);
    const fields: { field: string; value: string }[] = [];
    const words: string[] = [];
    for (const word of q.split(/\s+/).filter((each) => each !== '' && each !== 'AND')) {
      const { field, value } = term.exec(word)?.groups ?? {};
      if (field === undefined || value === undefined) words.push(word);
      else fields.push({ field, value: value.toLowerCase() });
    }
    const query = { text: words.join(' '), facets: [], fields, offset: start, limit: rows };
    const { total, hits } = await context.search(caller, query);
    const docs = hits.map(({ payload }) => docOf(SearchPayload.parse(payload)));
    return reply
      .header('cache-control', 'private, no-cache')
      .send({ responseHeader: { status: 0 }, response: { numFound: total, start, docs } });
  });
}

function docOf({ group, artifact, latestVersion, packaging, timestamp, versionCount }: SearchPayload) {
  return {
    id: `${group}:${artifact}`,
    g: group,
    a: artifact,
    latestVersion,
    p: packaging,
    timestamp,
    versionCount,
  };
}
