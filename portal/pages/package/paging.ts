import type { PageContext } from '../../page.ts';

const mostPages = 1_000;

/** The number of the page that the address asks for; the first one where it says nothing that can be. */
export function pageOf({ query }: Pick<PageContext, 'query'>): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, mostPages) : 1;
}
