import type { Actor } from '../../domain/actor.ts';
import { isStorable } from '../../domain/storable-text.ts';
import { type Pool, sql } from '../postgres/pool.ts';
import { listSuggestions } from '../postgres/search/suggestions.ts';
import type { EntryRenderer } from './entry-renderer.ts';
import { countQuery, facetQuery, pageQuery, similarQuery } from './postgres-query.ts';
import { projectPackage } from './project-package.ts';
import type { Facets, Search, SearchAnswer, SearchRequest } from './search.ts';
import { oneSlipFrom } from './slips.ts';
import { readTerms } from './words.ts';

/** Full text and trigrams in the database itself: without another server, and with hardly any delay. */
export function createPostgresSearch(pool: Pool, renderer: EntryRenderer): Search {
  return {
    async query(actor, request) {
      // entries have no unstorable characters; the words of a text are cleaned separately
      const { text: _words, ...filters } = request;
      if (!isStorable(filters)) return { total: 0, hits: [] };
      const terms = readTerms(request.text);
      const found = await findPage(pool, actor, request);
      const names = oneSlipFrom(terms?.prefix ?? '');
      const isMistyped = found.total === 0 && request.limit > 0 && names.length > 0;
      return isMistyped ? findSimilar(pool, actor, request, names) : found;
    },
    suggest: (actor, request) => listSuggestions(pool, actor, request),
    project: (packageId) => projectPackage(pool, renderer, packageId),
    ping: async () => {
      await pool.query(sql.typeAlias('void')`select from search_documents limit 1`);
    },
    copy: null,
    close: async () => {},
  };
}

async function findPage(pool: Pool, actor: Actor, request: SearchRequest): Promise<SearchAnswer> {
  const [total, hits, facets] = await Promise.all([
    pool.oneFirst(countQuery(actor, request)),
    request.limit === 0 ? [] : pool.any(pageQuery(actor, request)),
    count(pool, actor, request, null),
  ]);
  return { total, hits, ...facets };
}

/** Runs only without an exact match of the text. */
async function findSimilar(
  pool: Pool,
  actor: Actor,
  request: SearchRequest,
  names: readonly string[],
): Promise<SearchAnswer> {
  const [hits, facets] = await Promise.all([
    pool.any(similarQuery(actor, request, names)),
    count(pool, actor, request, names),
  ]);
  return { total: hits[0]?.total ?? 0, hits, ...facets };
}

async function count(
  pool: Pool,
  actor: Actor,
  request: SearchRequest,
  names: readonly string[] | null,
): Promise<Pick<SearchAnswer, 'facets'>> {
  const { countBy = [] } = request;
  if (countBy.length === 0) return {};
  const rows = await pool.any(facetQuery(actor, request, { countBy, names }));
  const facets: Facets = Object.fromEntries(countBy.map((name) => [name, []]));
  for (const { facet, ...counted } of rows) facets[facet]?.push(counted);
  return { facets };
}
