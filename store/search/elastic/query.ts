import type { estypes } from '@elastic/elasticsearch';
import type { Actor } from '../../../domain/actor.ts';
import type { FacetName, SearchRequest } from '../search.ts';
import { isLongEnough, type SearchTerms } from '../words.ts';
import { fieldTerm } from './document.ts';
import { anyOf, listedTo } from './visibility.ts';

type Condition = estypes.QueryDslQueryContainer;

/** The maximum number of values of each facet. */
const valuesShown = 20;

const facetFields: Record<FacetName, string> = {
  ecosystem: 'ecosystem',
  license: 'license',
  keyword: 'keywords',
};

/** The subject of a search: all packages, a text's names and words, or packages with these names. */
export type Wanted =
  | { kind: 'all' }
  | { kind: 'terms'; terms: SearchTerms }
  | { kind: 'names'; names: string[] };

/**
 * `hidden`: packages that the index may still show to too many readers. The score is only the rank of a hit: 4 for
 * the exact name, 3 for a prefix, 2 for words of the name and the keywords, 0 for all others.
 */
export function queryOf(
  actor: Actor,
  request: SearchRequest,
  { wanted, hidden }: { wanted: Wanted; hidden: readonly string[] },
): Condition {
  const filter = [listedTo(actor), ...narrowing(request), ...spelled(wanted)];
  const isRanked = wanted.kind === 'terms' && request.sort === 'relevance';
  return {
    bool: {
      filter,
      ...without(hidden),
      ...(isRanked && { should: [rank(wanted.terms)] }),
    },
  };
}

/** Counts over all hits. */
export function aggregationsOf(
  countBy: readonly FacetName[],
): Record<string, estypes.AggregationsAggregationContainer> {
  return Object.fromEntries(
    countBy.map((name) => [name, { terms: { field: facetFields[name], size: valuesShown } }]),
  );
}

/** Names with one of the prefixes, an exact match first. */
export function suggestionQuery(
  actor: Actor,
  { text, prefixes, hidden }: { text: string; prefixes: readonly string[]; hidden: readonly string[] },
): Condition {
  return {
    bool: {
      filter: [listedTo(actor), anyOf(prefixes.map(begins))],
      ...without(hidden),
      should: [{ constant_score: { filter: { term: { name_key: text } } } }],
    },
  };
}

function without(hidden: readonly string[]): estypes.QueryDslBoolQuery {
  return hidden.length > 0 ? { must_not: [{ terms: { package_id: [...hidden] } }] } : {};
}

function narrowing(request: SearchRequest): Condition[] {
  const all: Condition[] = [];
  for (const [field, value] of [
    ['ecosystem', request.ecosystem],
    ['org_slug', request.org],
    ['repository_slug', request.repository],
    ['license', request.license],
    ['keywords', request.keyword?.toLowerCase()],
  ] as const) {
    if (value !== undefined) all.push({ term: { [field]: value } });
  }
  for (const token of request.facets) all.push({ term: { facets: token } });
  for (const { field, value } of request.fields) all.push({ term: { fields: fieldTerm(field, value) } });
  return all;
}

function spelled(wanted: Wanted): Condition[] {
  if (wanted.kind === 'all') return [];
  if (wanted.kind === 'names') return [{ terms: { name_key: wanted.names } }];
  return [matches(wanted.terms)];
}

/** The alternatives of the embedded search (`postgres-query.ts`). */
function matches({ names, prefix, words }: SearchTerms): Condition {
  const alternatives: Condition[] = [{ terms: { name_key: names } }, begins(prefix)];
  if (isLongEnough(prefix)) {
    const hasWord = (word: string) =>
      anyOf(['strong_words', 'weak_words'].map((field) => ({ prefix: { [field]: word } })));
    alternatives.push({ bool: { filter: words.map(hasWord) } });
  }
  if (words.every(isLongEnough)) alternatives.push({ bool: { filter: words.map(contains) } });
  if (words.length > 1 && isLongEnough(prefix)) alternatives.push(contains(prefix));
  return anyOf(alternatives);
}

/** The highest rank that applies. */
function rank({ names, prefix, words }: SearchTerms): Condition {
  const scored = (filter: Condition, boost: number): Condition => ({ constant_score: { filter, boost } });
  const isOfStrongWords = { bool: { filter: words.map((word) => ({ prefix: { strong_words: word } })) } };
  return {
    dis_max: {
      queries: [
        scored({ terms: { name_key: names } }, 4),
        scored(begins(prefix), 3),
        scored(isOfStrongWords, 2),
      ],
    },
  };
}

const begins = (text: string): Condition => ({ prefix: { name_key: text } });

const contains = (text: string): Condition => ({ match_phrase: { haystack: text } });
