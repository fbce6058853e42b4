import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../domain/actor.ts';
import { EcosystemId } from '../../domain/ecosystem-id.ts';
import { Visibility } from '../../domain/visibility.ts';
import { sql } from '../postgres/pool.ts';
import { type Keyset, keyset, placed } from '../postgres/keyset.ts';
import { listedTo } from '../postgres/packages/visibility.ts';
import { type FacetName, facetNames, type SearchRequest, type SearchSort } from './search.ts';
import { escapeLike, isLongEnough, prefixQuery, readTerms, type SearchTerms } from './words.ts';

const Hit = z.object({
  ...placed,
  packageId: z.string(),
  ecosystem: EcosystemId,
  name: z.string(),
  nameKey: z.string(),
  visibility: Visibility,
  description: z.string().nullable(),
  keywords: z.array(z.string()),
  license: z.string().nullable(),
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  versionDownloads: z.record(z.string(), z.number()),
  ownerName: z.string(),
  orgSlug: z.string().nullable(),
  repositorySlug: z.string(),
  updatedAt: z.date(),
  payload: z.record(z.string(), z.unknown()),
});
const CountedHit = Hit.extend({ total: z.number() });

const doc = (column: string) => sql.fragment`${sql.identifier(['search_documents', column])}`;

export function countQuery(actor: Actor, request: SearchRequest) {
  return sql.typeAlias('count')`
    select count(*) as count from search_documents where ${conditions(actor, request)}`;
}

const hitColumns = sql.fragment`search_documents.package_id, search_documents.ecosystem, search_documents.name,
  search_documents.name_key, search_documents.visibility, search_documents.description,
  search_documents.keywords, search_documents.license, search_documents.latest_version,
  search_documents.download_count, search_documents.version_downloads, search_documents.owner_name,
  search_documents.org_slug, search_documents.repository_slug, search_documents.updated_at, search_documents.payload`;

/** Sorts ids, not wide rows, and only up to the end of the page; then sorts the few rows of the page again. */
export function pageQuery(actor: Actor, request: SearchRequest) {
  const ranking = order(request.sort, readTerms(request.text));
  return sql.type(Hit)`
    select ${hitColumns}, ${ranking.position} as position from search_documents
    where search_documents.package_id = any(array(
      select search_documents.package_id from search_documents
      where ${conditions(actor, request)} and ${ranking.behind(request)}
      ${ranking.page(request)}))
    order by ${ranking.order}`;
}

/** For a text without matches: packages whose name differs by one typing error. */
export function similarQuery(actor: Actor, request: SearchRequest, names: readonly string[]) {
  const ranking = request.sort === 'relevance' ? bySlip : order(request.sort, null);
  return sql.type(CountedHit)`
    select found.* from (
      select count(*) over () as total, ${hitColumns}, ${ranking.position} as position from search_documents
      where ${called(actor, request, names)}) as found
    join search_documents on search_documents.package_id = found.package_id
    where ${ranking.behind(request)} ${ranking.page(request)}`;
}

/** The candidates of {@link similarQuery}. */
function called(actor: Actor, request: SearchRequest, names: readonly string[]): FragmentSqlToken {
  const isCalled = sql.fragment`${doc('name_key')} = any(${sql.array([...names], 'text')})`;
  return sql.fragment`${sql.join([isCalled, ...narrowing(actor, request)], sql.fragment` and `)}`;
}

const Counted = z.object({ facet: z.enum(facetNames), value: z.string(), count: z.number() });

/** The maximum number of values of each facet. */
const valuesShown = 20;
/** The maximum number of rows read for their keywords, which have no index. */
const packagesRead = 20_000;

const values: Record<FacetName, (where: FragmentSqlToken) => FragmentSqlToken> = {
  ecosystem: (where) =>
    sql.fragment`select ${doc('ecosystem')} as value from search_documents where ${where}`,
  license: (where) => sql.fragment`
    select ${doc('license')} as value from search_documents where ${where}`,
  keyword: (where) => sql.fragment`
    select unnest(popular.keywords) as value from (
      select ${doc('keywords')} from search_documents where ${where}
      order by ${doc('download_count')} desc limit ${packagesRead}) as popular`,
};

/** `names`: replaces the words of the text. */
export function facetQuery(
  actor: Actor,
  request: SearchRequest,
  { countBy, names }: { countBy: readonly FacetName[]; names: readonly string[] | null },
) {
  const where = names ? called(actor, request, names) : conditions(actor, request);
  const counts = countBy.map(
    (name) => sql.fragment`(
      select ${name}::text as facet, counted.value, count(*) as count from (${values[name](where)}) as counted
      where counted.value <> '' group by counted.value order by count desc, counted.value limit ${valuesShown})`,
  );
  return sql.type(Counted)`${sql.join(counts, sql.fragment` union all `)}`;
}

function conditions(actor: Actor, request: SearchRequest): FragmentSqlToken {
  const terms = readTerms(request.text);
  const all = narrowing(actor, request);
  if (terms) all.push(matches(terms));
  else if (request.text.trim() !== '') all.push(sql.fragment`false`);
  return sql.fragment`${sql.join(all, sql.fragment` and `)}`;
}

/** All conditions except the text. */
function narrowing(actor: Actor, request: SearchRequest): FragmentSqlToken[] {
  const all = [listedTo(actor, 'search_documents')];
  for (const [column, value] of [
    ['ecosystem', request.ecosystem],
    ['org_slug', request.org],
    ['repository_slug', request.repository],
    ['license', request.license],
  ] as const) {
    if (value !== undefined) all.push(sql.fragment`${doc(column)} = ${value}`);
  }
  all.push(...within(request));
  if (request.keyword !== undefined) all.push(hasKeyword(request.keyword));
  if (request.facets.length > 0) {
    all.push(sql.fragment`${doc('facets')} @> ${sql.array(request.facets, 'text')}`);
  }
  for (const { field, value } of request.fields) {
    all.push(sql.fragment`${doc('fields')} @> ${sql.jsonb({ [field]: [value] })}`);
  }
  return all;
}

/** By repository ids, which have an index. The slugs beside them decide. */
function within({ org, repository }: SearchRequest): FragmentSqlToken[] {
  const ways: FragmentSqlToken[] = [];
  if (repository !== undefined) {
    ways.push(sql.fragment`${doc('repository_id')} = any(array(
      select repositories.id from repositories where repositories.slug = ${repository}))`);
  }
  if (org !== undefined) {
    ways.push(sql.fragment`${doc('repository_id')} = any(array(
      select repositories.id from repositories
      join organizations on organizations.id = repositories.owner_org_id where organizations.slug = ${org}))`);
  }
  return ways;
}

/**
 * Each alternative has a separate index, so that their union reads only matching rows. One or two letters match only
 * as a prefix of a name: as a prefix of any word they would match nearly everything.
 */
function matches(terms: SearchTerms): FragmentSqlToken {
  const alternatives = [
    sql.fragment`${doc('name_key')} = any(${sql.array(terms.names, 'text')})`,
    sql.fragment`${doc('name_key')} like ${`${escapeLike(terms.prefix)}%`}`,
  ];
  if (isLongEnough(terms.prefix)) {
    alternatives.push(sql.fragment`${doc('terms')} @@ to_tsquery('simple', ${prefixQuery(terms.words)})`);
  }
  if (terms.words.every(isLongEnough)) {
    alternatives.push(sql.fragment`(${sql.join(terms.words.map(contains), sql.fragment` and `)})`);
  }
  if (terms.words.length > 1 && isLongEnough(terms.prefix)) alternatives.push(contains(terms.prefix));
  return sql.fragment`(${sql.join(alternatives, sql.fragment` or `)})`;
}

const contains = (text: string) => sql.fragment`${doc('haystack')} like ${`%${escapeLike(text)}%`}`;

/** The text index preselects, the comparison decides. */
function hasKeyword(keyword: string): FragmentSqlToken {
  return sql.fragment`(${doc('terms')} @@ plainto_tsquery('simple', ${keyword})
    and lower(${keyword}) = any(${doc('keywords')}))`;
}

const byName = [
  { value: doc('name_key'), type: 'text' },
  { value: doc('package_id'), type: 'uuid' },
] as const;
const byDownloads = [
  { value: doc('download_count'), type: 'integer', isDescending: true },
  ...byName,
] as const;

/** Sorts after all exact matches of the text. */
const bySlip = keyset({ value: sql.fragment`4`, type: 'integer' }, ...byDownloads);

/** The order of the index for prefixes of names. */
const byBeginning = { less: sql.fragment`~<~`, greater: sql.fragment`~>~` };

function order(sort: SearchSort, terms: SearchTerms | null): Keyset {
  if (sort === 'name') return keyset({ ...byName[0], operators: byBeginning }, byName[1]);
  if (sort === 'updated') {
    return keyset({ value: doc('updated_at'), type: 'timestamptz', isDescending: true }, ...byName);
  }
  if (sort === 'downloads' || !terms) return keyset(...byDownloads);
  const rank = sql.fragment`
    case
      when ${doc('name_key')} = any(${sql.array(terms.names, 'text')}) then 0
      when ${doc('name_key')} like ${`${escapeLike(terms.prefix)}%`} then 1
      when ${doc('terms')} @@ to_tsquery('simple', ${prefixQuery(terms.words, 'AB')}) then 2
      else 3
    end`;
  return keyset({ value: rank, type: 'integer' }, ...byDownloads);
}
