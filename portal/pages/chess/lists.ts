import { firstOf } from '../../../domain/paging.ts';
import { badge, empty, table, when } from '../../components/show.ts';
import { finishedTable } from '../../components/replay/finished-table.ts';
import { gameTitle, playersOf } from '../../components/replay/heading.ts';
import { openList } from '../../components/list-page.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';

const perPage = 20;
const latest = 10;

/** The running games, newest first. */
export async function runningGames(context: PageContext): Promise<Html> {
  const { t, number } = context;
  const list = openList(context, '/chess', perPage);
  const found = await context.services.chess.games.list('in_progress', list.window);
  const { shown, isEmpty, pager } = list.close(found.games);
  return html`<section>
    <h2 id="running">${t('play.running')}</h2>
    ${
      isEmpty
        ? empty(t('play.running_empty'))
        : table({
            label: t('play.running'),
            columns: [t('review.game'), t('play.to_move'), t('play.move_number'), t('play.begun')],
            numbers: [2],
            rows: shown.map((game) => [
              html`<a href=${pathOf('chess', 'games', game.id)}
                >${gameTitle(context, { tags: game.tags ?? {} }, game.createdAt)}</a
              >`,
              t(`review.${game.turn}`),
              number(game.fullmoveNumber),
              when(context, game.createdAt),
            ]),
          })
    }
    ${pager}
  </section>`;
}

/** The games that ended last. */
export async function finishedGames(context: PageContext): Promise<Html> {
  const { t } = context;
  const { games, total } = await context.services.chess.archive.list(undefined, { limit: latest, offset: 0 });
  return html`<section>
    <h2>${t('review.archive')}</h2>
    ${total === 0 ? empty(t('review.archive_empty')) : finishedTable(context, games)}
    ${total > latest && html`<p><a href="/chess/archive">${t('play.all_finished')}</a></p>`}
  </section>`;
}

const tones = {
  queued: 'plain',
  running: 'plain',
  completed: 'good',
  cancelled: 'warning',
  failed: 'danger',
} as const;

/** The latest reviews. */
export async function reviewList(context: PageContext): Promise<Html> {
  const { t, number } = context;
  const reviews = await context.services.chess.reviews.list(firstOf(latest));
  return html`<section>
    <h2>${t('play.reviews')}</h2>
    ${
      reviews.length === 0
        ? empty(t('play.reviews_empty'))
        : table({
            label: t('play.reviews'),
            columns: [t('play.review'), t('play.state'), t('review.half_moves'), t('play.begun')],
            numbers: [2],
            rows: reviews.map((review) => [
              html`<a href=${pathOf('chess', 'reviews', review.id)}
                >${playersOf(context, review) ?? t('play.review_of', { date: context.time(review.createdAt) })}</a
              >`,
              badge(t(`play.review_${review.status}`), tones[review.status]),
              number(review.totalMoves),
              when(context, review.createdAt),
            ]),
          })
    }
  </section>`;
}
