import type { Client, estypes } from '@elastic/elasticsearch';
import type { Actor } from '../../../domain/actor.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/paging.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import type { Pool } from '../../postgres/pool.ts';
import { listHiding } from '../../postgres/search/search-changes.ts';
import type { EntryRenderer } from '../entry-renderer.ts';
import { projectPackage } from '../project-package.ts';
import type { Facets, Search, SearchAnswer, SearchRequest } from '../search.ts';
import { oneSlipFrom } from '../slips.ts';
import { readTerms } from '../words.ts';
import { type ElasticOptions, guardSearch, openClient, patientClient } from './client.ts';
import { createCopy } from './copy.ts';
import { Shown } from './document.ts';
import { createIndexes } from './indexes.ts';
import { orderBy } from './order.ts';
import { aggregationsOf, queryOf, suggestionQuery, type Wanted } from './query.ts';

/** The maximum number of hits, from the first, that one request to the engine can reach. */
const reach = 10_000;
/** The maximum number of names in one query of the engine. */
const mostHiding = 50_000;

/**
 * Entries in an Elasticsearch beside the database. Entries are created in the database; the engine has copies. Every
 * query excludes hidden packages whose change the engine lacks.
 */
export function createElasticSearch(pool: Pool, renderer: EntryRenderer, options: ElasticOptions): Search {
  const client = openClient(options);
  const patient = patientClient(client);
  const { orNotReady, end } = guardSearch(client);
  const indexes = createIndexes(patient, options.index);
  return {
    async query(actor, request) {
      const { text, ...filters } = request;
      if (!isStorable(filters)) return { total: 0, hits: [] };
      const terms = readTerms(text);
      const hidden = await listHidden(pool);
      const ask = (wanted: Wanted) =>
        orNotReady(() => findPage(client, indexes.live, actor, request, { wanted, hidden }));
      if (terms === null) return text.trim() === '' ? ask({ kind: 'all' }) : nothing(request);
      const found = await ask({ kind: 'terms', terms });
      const names = oneSlipFrom(terms.prefix);
      const isMistyped = found.total === 0 && request.limit > 0 && names.length > 0;
      return isMistyped ? ask({ kind: 'names', names }) : found;
    },
    async suggest(actor, { text, prefixes, limit }) {
      const hidden = await listHidden(pool);
      const { hits } = await orNotReady(() =>
        client.search<{ shown: unknown }>({
          index: indexes.live,
          query: suggestionQuery(actor, { text, prefixes, hidden }),
          sort: orderBy('relevance').sort,
          size: limit,
          _source: ['shown'],
          allow_partial_search_results: false,
        }),
      );
      return hits.hits.map(({ _source }) => {
        const { ecosystem, name } = Shown.parse(_source?.shown);
        return { ecosystem, name };
      });
    },
    project: (packageId) => projectPackage(pool, renderer, packageId),
    ping: () =>
      orNotReady(async () => {
        if (!(await client.indices.existsAlias({ name: indexes.live }))) {
          throw new DomainError('not_ready', 'the search has no index yet');
        }
      }),
    copy: createCopy(pool, patient, indexes),
    async close() {
      end();
      await client.close();
    },
  };
}

async function listHidden(pool: Pool): Promise<readonly string[]> {
  const hidden = await listHiding(pool, mostHiding + 1);
  if (hidden.length <= mostHiding) return hidden;
  throw new DomainError('not_ready', 'the search has to be told of many changes first', {
    retryAfterSeconds: 30,
  });
}

function nothing({ countBy = [] }: SearchRequest): SearchAnswer {
  const facets: Facets = Object.fromEntries(countBy.map((name) => [name, []]));
  return { total: 0, hits: [], ...(countBy.length > 0 && { facets }) };
}

async function findPage(
  client: Client,
  index: string,
  actor: Actor,
  request: SearchRequest,
  what: { wanted: Wanted; hidden: readonly string[] },
): Promise<SearchAnswer> {
  const { sort, positionOf, behind } = orderBy(request.sort);
  const { limit, countBy = [] } = request;
  const all: estypes.SearchRequest = {
    index,
    query: queryOf(actor, request, what),
    sort,
    allow_partial_search_results: false,
  };
  const start = request.after ? behind(request.after) : null;
  const window = await skip(client, all, { start, offset: request.offset, limit });
  const { hits, aggregations } = await client.search<{ shown: unknown }>({
    ...all,
    ...window,
    track_total_hits: true,
    _source: ['shown'],
    ...(countBy.length > 0 && { aggregations: aggregationsOf(countBy) }),
  });
  const { total } = hits;
  return {
    total: typeof total === 'object' ? total.value : (total ?? 0),
    hits: hits.hits.map((hit) => ({
      ...Shown.parse(hit._source?.shown),
      position: positionOf(hit.sort ?? []) satisfies Position,
    })),
    ...(countBy.length > 0 && { facets: facetsOf(countBy, aggregations) }),
  };
}

type Window = Pick<estypes.SearchRequest, 'from' | 'size' | 'search_after'>;

/** Reaches pages beyond the engine's limit step by step. */
async function skip(
  client: Client,
  all: estypes.SearchRequest,
  { start, offset, limit }: { start: estypes.SortResults | null; offset: number; limit: number },
): Promise<Window> {
  let after = start;
  let left = offset;
  // an offset is valid only from the start
  while (left > 0 && (after !== null || left + limit > reach)) {
    const size = Math.min(left, reach);
    const { hits } = await client.search({
      ...all,
      ...behindOf(after),
      size,
      _source: false,
      track_total_hits: false,
    });
    const last = hits.hits.at(-1)?.sort;
    if (hits.hits.length < size || last === undefined) return { ...behindOf(after), size: 0 };
    after = last;
    left -= size;
  }
  return { ...behindOf(after), ...(left > 0 && { from: left }), size: limit };
}

function behindOf(after: estypes.SortResults | null): Window {
  return after === null ? {} : { search_after: after };
}

interface Buckets {
  buckets?: { key: string; doc_count: number }[];
}

function facetsOf(countBy: readonly (keyof Facets)[], aggregations: Record<string, unknown> = {}): Facets {
  return Object.fromEntries(
    countBy.map((name) => {
      const { buckets = [] } = (aggregations[name] ?? {}) as Buckets;
      return [name, buckets.map(({ key, doc_count: count }) => ({ value: key, count }))];
    }),
  );
}
