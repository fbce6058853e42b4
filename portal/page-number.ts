import type { PageContext } from './page.ts';

/** Deeper pages cost more than readers use. */
const mostPages = 1_000;

/** The page number in the address; 1 for an invalid number. */
export function pageNumber(
  { query }: Pick<PageContext, 'query'>,
  { most = mostPages, name = 'page' } = {},
): number {
  const page = Number(query.get(name) ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, most) : 1;
}
