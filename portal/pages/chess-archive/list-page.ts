import { finishedTable } from '../../components/replay/finished-table.ts';
import { empty, pager } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

const perPage = 50;
const path = '/chess/archive';

/** Finished games, newest first. */
export const chessArchivePage: Page = {
  path,
  async view(context) {
    const { t } = context;
    const page = pageNumber(context);
    const window = { limit: perPage, offset: (page - 1) * perPage };
    const { games, total } = await context.services.chess.archive.list(undefined, window);
    return {
      title: t('review.archive'),
      body: html`<div>
        <h1>${t('review.archive')}</h1>
        ${
          total === 0
            ? empty(t('review.archive_empty'), html`<a href="/chess">${t('review.archive_next')}</a>`)
            : finishedTable(context, games)
        }
        ${pager(context, {
          page,
          pages: Math.ceil(total / perPage),
          hrefOf: (each) => withQuery(path, { page: each === 1 ? undefined : each }),
        })}
      </div>`,
    };
  },
};
