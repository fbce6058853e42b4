import { deeperTime } from '../../../chess/review/time-per-position.ts';
import type { KnownReview } from '../../../services/reviews/known-moves.ts';
import { placeAddress } from '../../components/board/place.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { analysisLink } from '../../components/replay/analysis-link.ts';
import { outcomeOf, playersOf } from '../../components/replay/heading.ts';
import { replayKeys } from '../../components/replay/keys.ts';
import { readPlace } from '../../components/replay/read-place.ts';
import { chessClient, gameIdOf } from '../../components/replay/reader.ts';
import { replay } from '../../components/replay/replay.ts';
import { storyOf } from '../../components/replay/story-of.ts';
import { when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, pathOf, type Raw, redirect } from '../../page.ts';
import { progress } from './progress.ts';
import { accuracies, summary } from './summary.ts';

/** The review of a game, in every state; each half-move has an address. */
export const chessReviewPage: Page = {
  path: '/chess/reviews/:id',
  async view(context, attempt) {
    const { reviews } = context.services.chess;
    const known = await reviews.look(gameIdOf(context));
    const mayCancel = await reviews.mayRemove(known.review, chessClient(context));
    const { t } = context;
    const title = playersOf(context, known.game);
    const name = title === undefined ? t('review.title') : t('review.title_of', { players: title });
    return {
      title: name,
      islands: ['replay'],
      keys: replayKeys(context, known.game, true),
      body: reviewView(context, known, { name, attempt, mayCancel }),
    };
  },
  actions: {
    async deeper(context) {
      const { reviews } = context.services.chess;
      const review = await reviews.get(gameIdOf(context));
      const movetimeMs = deeperOf(context, review);
      const by = chessClient(context);
      const next = await reviews.submit({ gameId: review.gameId, depth: null, movetimeMs, by });
      return redirect(pathOf('chess', 'reviews', next.review.id));
    },
    async again(context) {
      const { reviews } = context.services.chess;
      const { gameId, settings } = await reviews.get(gameIdOf(context));
      const next = await reviews.submit({ gameId, ...settings, by: chessClient(context) });
      return redirect(pathOf('chess', 'reviews', next.review.id));
    },
    async cancel(context) {
      const id = gameIdOf(context);
      const { reviews } = context.services.chess;
      const { status } = await reviews.get(id);
      const isOpen = status === 'queued' || status === 'running';
      // a review that has ended meanwhile is kept
      if (isOpen) await reviews.remove(id, chessClient(context));
      return done(context.url, context.t(isOpen ? 'review.cancel_done' : 'review.cancel_late'));
    },
  },
};

const deeperOf = ({ services }: PageContext, { settings }: Pick<KnownReview['review'], 'settings'>) =>
  deeperTime(settings.movetimeMs, services.config.chess.analysisGameMaxMovetimeMs);

/** The game with evaluations, glyphs and better lines. */
export const chessReviewPgnPage: Page = {
  path: '/chess/reviews/:id/pgn',
  async view(context): Promise<Raw> {
    const id = gameIdOf(context);
    const { reviews } = context.services.chess;
    return pgnFile(reviews.pgnOf(await reviews.look(id), context.locale), `review-${id}`);
  },
};

/** A PGN as a file. */
export function pgnFile(pgn: string, name: string): Raw {
  return {
    kind: 'raw',
    type: 'application/x-chess-pgn; charset=utf-8',
    body: pgn,
    headers: { 'content-disposition': `attachment; filename="${name}.pgn"` },
  };
}

function reviewView(
  context: PageContext,
  known: KnownReview,
  { name, attempt, mayCancel }: { name: string; attempt: Attempt | undefined; mayCancel: boolean },
): Html {
  const { t } = context;
  const { review, game, annotations, result } = known;
  const keyPlies = result?.key_moments.map(({ ply }) => ply) ?? [];
  const story = storyOf(game, t, { annotations, keyPlies });
  const path = pathOf('chess', 'reviews', review.id);
  const isRunning = review.status === 'queued' || review.status === 'running';
  // until the review is complete, the default place is the end of the known moves
  const place = readPlace(context, story, review.status === 'completed' ? 0 : story.moves.length);
  const address = placeAddress(path, place);
  return html`<div class="review">
    ${errorSummary(context, attempt)}
    <h1>${name}</h1>
    <p class="review-facts muted">${facts(context, known).map((fact) => html`<span>${fact}</span>`)}</p>
    <div data-part="progress">${progress(context, known, mayCancel)}</div>
    ${replay(context, {
      story,
      place,
      path,
      pgn: context.services.chess.reviews.pgnOf(known, context.locale),
      isReview: true,
      isRunning,
      buttons:
        annotations.length > 0
          ? html`<a class="button" href="${path}/pgn" download>${t('review.download')}</a>`
          : undefined,
      under: html`<div>
        <div data-part="accuracy">
          ${accuracies(context, known)}
          ${
            review.status === 'completed' &&
            deeperOf(context, review) !== null &&
            postForm(
              context,
              { name: 'deeper', className: 'form inline' },
              html`<button>${t('review.deeper')}</button>`,
            )
          }
        </div>
        ${known.hasGame && html`<p class="analysis-link">${analysisLink(context, game.id, place.ply)}</p>`}
      </div>`,
      beside: summary(context, known, { story, ply: place.ply, address }),
    })}
  </div>`;
}

function facts(context: PageContext, { review, game, hasGame, opening }: KnownReview) {
  return [
    opening && `${opening.eco} ${opening.name}`,
    outcomeOf(context, game),
    hasGame &&
      html`<a href=${pathOf('chess', game.outcome ? 'archive' : 'games', game.id)}
        >${context.t('review.the_game')}</a
      >`,
    when(context, review.completedAt ?? review.createdAt),
  ].filter((fact) => fact !== null && fact !== undefined && fact !== false);
}
