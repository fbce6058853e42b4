import { render } from '../../../chess/messages.ts';
import { playersOf } from '../../components/replay/heading.ts';
import { empty, pager, table, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf, withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

const perPage = 50;
const path = '/chess/archive';

/** Finished games, newest first. */
export const chessArchivePage: Page = {
  path,
  async view(context) {
    const { t, number, locale } = context;
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
            : table({
                label: t('review.archive'),
                columns: [t('review.game'), t('review.result'), t('review.half_moves'), t('review.ended')],
                numbers: [2],
                rows: games.map((game) => [
                  html`<a href=${pathOf('chess', 'archive', game.id)}
                    >${playersOf(context, game) ?? t('review.game_of', { date: context.time(game.startedAt) })}</a
                  >`,
                  game.result === null
                    ? render(locale, `reason.${game.endReason}`)
                    : `${render(locale, `result.${game.result}`)}, ${render(locale, `reason.${game.endReason}`)}`,
                  number(game.moveCount),
                  when(context, game.endedAt),
                ]),
              })
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
