import { z } from 'zod';

const maxPerPage = 100;
/** Deeper pages cost more than anybody reads. */
const maxPage = 100_000;

/** Query members of every list; outside the bounds is an error, never a silent correction. */
export function paging(perPage: number) {
  return {
    page: z.coerce.number().int().min(1).max(maxPage).default(1),
    per_page: z.coerce.number().int().min(1).max(maxPerPage).default(perPage),
  };
}

export function windowOf(query: { page: number; per_page: number }): { offset: number; limit: number } {
  return { offset: (query.page - 1) * query.per_page, limit: query.per_page };
}
