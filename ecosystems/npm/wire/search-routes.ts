import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { numberIn, textOf } from '../../bodies/query.ts';
import type { RouteContext } from '../../context/context.ts';
import type { SearchHit, SearchQuery } from '../../context/search.ts';
import { identify } from './caller.ts';
import { SearchPayload } from '../format/search-entry.ts';
import { limits } from '../format/limits.ts';

const Parameters = z.object({
  text: textOf(fieldLimits['search query']),
  size: numberIn(0, limits['search page'].count, 20),
  from: numberIn(0, answerLimits['protocol offset'].count, 0),
});

export function registerSearchRoute(app: FastifyInstance, context: RouteContext): void {
  app.get('/-/v1/search', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { text, size, from } = Parameters.parse(request.query);
    const query = { ...parseQuery(text), offset: from, limit: size };
    const found = await context.search(caller, query);
    return reply.header('cache-control', 'private, no-cache').send({
      objects: found.hits.flatMap((hit, index) => present(hit, from + index)),
      total: found.total,
      time: new Date().toUTCString(),
    });
  });
}

const fields: ReadonlySet<string> = new Set(['keywords', 'author', 'maintainer', 'scope']);

const facets: Readonly<Record<string, string>> = {
  'is:unstable': 'unstable',
  'not:unstable': 'stable',
  'is:deprecated': 'deprecated',
  'not:deprecated': 'current',
};

/** Reads words and `qualifier:value`; unknown qualifiers are ignored. */
export function parseQuery(text: string): Pick<SearchQuery, 'text' | 'facets' | 'fields'> {
  const query = { facets: [] as string[], fields: [] as SearchQuery['fields'] };
  const words: string[] = [];
  for (const [word] of text.matchAll(/[a-z]+:"[^"]*"|\S+/gi)) {
    const colon = word.indexOf(':');
    if (colon <= 0) {
      words.push(word);
      continue;
    }
    const qualifier = word.slice(0, colon).toLowerCase();
    const value = word
      .slice(colon + 1)
      .replaceAll('"', '')
      .toLowerCase();
    const facet = facets[`${qualifier}:${value}`];
    if (facet !== undefined) query.facets.push(facet);
    if (!fields.has(qualifier)) continue;
    for (const each of value.split(',').filter((part) => part !== '')) {
      query.fields.push({ field: qualifier, value: qualifier === 'scope' ? each.replace(/^@/, '') : each });
    }
  }
  return { text: words.join(' '), ...query };
}

/** A hit. Clients sort by score: the score follows the order of the answer. */
function present(hit: SearchHit, position: number) {
  const payload = SearchPayload.safeParse(hit.payload);
  if (!payload.success) return [];
  const final = 1 / (1 + position);
  return [
    {
      package: { ...payload.data, scope: scopeIn(payload.data.name) },
      downloads: { total: hit.downloadCount },
      score: { final, detail: { quality: 1, popularity: 1, maintenance: 1 } },
      searchScore: final,
    },
  ];
}

function scopeIn(name: string): string {
  return name.startsWith('@') ? name.slice(1, name.indexOf('/')) : 'unscoped';
}
