import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { PageContext } from '../../page.ts';
import { withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

export const sorts = ['relevance', 'updated', 'downloads', 'name'] as const;
export type Sort = (typeof sorts)[number];

export const perPage = 20;
/** Deeper pages are expensive and rarely read. */
const mostPages = 500;
const longest = {
  q: fieldLimits['search query'].characters,
  keyword: fieldLimits.keywords.characters,
  license: fieldLimits.license.characters,
  org: fieldLimits.slug.characters,
  repository: fieldLimits.slug.characters,
} as const;

/** The query of a search, from its address. */
export interface Wanted {
  q: string;
  ecosystem: EcosystemId | undefined;
  license: string | undefined;
  keyword: string | undefined;
  org: string | undefined;
  repository: string | undefined;
  sort: Sort;
  page: number;
}

/** Reads the address. Invalid values are ignored, as an address may be cut. */
export function readWanted({ query, services }: Pick<PageContext, 'query' | 'services'>): Wanted {
  const text = (name: keyof typeof longest) => (query.get(name) ?? '').trim().slice(0, longest[name]);
  const optional = (name: keyof typeof longest) => text(name) || undefined;
  const ecosystem = EcosystemId.safeParse(query.get('ecosystem')).data;
  const isServed = services.ecosystems.all.some(({ id }) => id === ecosystem);
  return {
    q: text('q'),
    ecosystem: isServed ? ecosystem : undefined,
    license: optional('license'),
    keyword: optional('keyword'),
    org: optional('org'),
    repository: optional('repository'),
    sort: sorts.find((each) => each === query.get('sort')) ?? 'relevance',
    page: pageNumber({ query }, { most: mostPages }),
  };
}

/** The address of a search with some members changed; a changed search begins on its first page. */
export function searchHref(wanted: Wanted, change: Partial<Wanted>): string {
  const { sort, page, ...filters } = { ...wanted, page: 1, ...change };
  return withQuery('/search', {
    ...filters,
    sort: sort === 'relevance' ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}

export function pagesOf(total: number): number {
  return Math.min(mostPages, Math.ceil(total / perPage));
}
