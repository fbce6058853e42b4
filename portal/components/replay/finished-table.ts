import { render } from '../../../chess/messages.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import { table, when } from '../show.ts';
import { gameTitle } from './heading.ts';

type Finished = Awaited<ReturnType<PageContext['services']['chess']['archive']['list']>>['games'];

/** Finished games with their results, each a link to its replay. */
export function finishedTable(context: PageContext, games: Finished): Html {
  const { t, locale, number } = context;
  return table({
    label: t('review.archive'),
    columns: [t('review.game'), t('review.result'), t('review.half_moves'), t('review.ended')],
    numbers: [2],
    rows: games.map((game) => [
      html`<a href=${pathOf('chess', 'archive', game.id)}>${gameTitle(context, game, game.startedAt)}</a>`,
      [game.result && render(locale, `result.${game.result}`), render(locale, `reason.${game.endReason}`)]
        .filter(Boolean)
        .join(', '),
      number(game.moveCount),
      when(context, game.endedAt),
    ]),
  });
}
