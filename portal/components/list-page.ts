import type { Window } from '../../domain/paging.ts';
import type { Html } from '../html.ts';
import { type PageContext, withQuery } from '../page.ts';
import { pageNumber } from '../page-number.ts';
import { pager } from './show.ts';

/** One page of a list whose entries are not counted. */
export interface ListPage {
  /** One entry more than the page shows, to detect another page. */
  readonly window: Window;
  close<Entry>(entries: readonly Entry[]): {
    shown: readonly Entry[];
    /** The list has no entries at all. */
    isEmpty: boolean;
    pager: Html | undefined;
  };
}

const usual = 100;

/**
 * Opens the page of the list at `path` that the address names. `kept`: other query members of its links. `pageName`:
 * the query member of the page's number, where the address has several lists.
 */
export function openList(
  context: PageContext,
  path: string,
  perPage = usual,
  kept: Readonly<Record<string, string | undefined>> = {},
  pageName = 'page',
): ListPage {
  const page = pageNumber(context, { name: pageName });
  return {
    window: { limit: perPage + 1, offset: (page - 1) * perPage },
    close(entries) {
      const hrefOf = (each: number) =>
        withQuery(path, { ...kept, [pageName]: each === 1 ? undefined : each });
      return {
        shown: entries.slice(0, perPage),
        isEmpty: page === 1 && entries.length === 0,
        pager: pager(context, { page, hasMore: entries.length > perPage, hrefOf }),
      };
    },
  };
}
