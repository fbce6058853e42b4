import type { Game } from '../../../chess/game.ts';
import { writePgn } from '../../../chess/pgn-write.ts';
import { timePerPosition } from '../../../chess/review/time-per-position.ts';
import { openingOf } from '../../../chess/openings/openings.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { analysisLink } from '../../components/replay/analysis-link.ts';
import { eventOf, gameTitle, outcomeOf } from '../../components/replay/heading.ts';
import { replayKeys } from '../../components/replay/keys.ts';
import { readPlace } from '../../components/replay/read-place.ts';
import { chessClient, gameIdOf } from '../../components/replay/reader.ts';
import { replay } from '../../components/replay/replay.ts';
import { storyOf } from '../../components/replay/story-of.ts';
import { when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf, redirect, type Raw } from '../../page.ts';
import { pgnFile } from '../chess-review/page.ts';

/** A finished game, half-move by half-move. */
export const archivedGamePage: Page = {
  path: '/chess/archive/:id',
  async view(context, attempt) {
    const { t } = context;
    const game = await context.services.chess.archive.get(gameIdOf(context));
    const reviewId = await context.services.chess.reviews.findOfGame(game);
    const story = storyOf(game, t);
    const place = readPlace(context, story);
    const path = pathOf('chess', 'archive', game.id);
    const title = gameTitle(context, game, game.createdAt);
    const opening = openingOf([game.startFen, ...game.moves.map(({ fen }) => fen)]);
    const facts = [
      opening && t('play.opening_found', { opening: `${opening.eco} ${opening.name}` }),
      outcomeOf(context, game),
      // of an imported game it is the time of the import
      eventOf(context, game) === undefined && when(context, game.endedAt),
    ].filter((fact) => fact !== null && fact !== undefined && fact !== false);
    return {
      title,
      islands: ['replay'],
      keys: replayKeys(context, story, false),
      body: html`<div class="review">
        ${errorSummary(context, attempt)}
        <div class="title-row">
          <h1>${title}</h1>
          ${game.moves.length > 0 && reviewOffer(context, reviewId)}
        </div>
        <p class="review-facts muted">${facts.map((fact) => html`<span>${fact}</span>`)}</p>
        ${replay(context, {
          story,
          place,
          path,
          pgn: pgnOf(context, game),
          isReview: false,
          buttons: html`<a class="button" href="${path}/pgn" download>${t('review.download')}</a>`,
          under: analysisLink(context, game.id, place.ply),
        })}
      </div>`,
    };
  },
  actions: {
    async review(context) {
      const { archive, reviews } = context.services.chess;
      const { id, moves } = await archive.get(gameIdOf(context));
      const movetimeMs = timePerPosition(moves.length);
      const { review } = await reviews.submit({
        gameId: id,
        depth: null,
        movetimeMs,
        by: chessClient(context),
      });
      return redirect(pathOf('chess', 'reviews', review.id));
    },
  },
};

/** An existing review comes first. */
function reviewOffer(context: PageContext, reviewId: string | null): Html {
  const { t } = context;
  const isFirst = reviewId === null;
  return html`<div class="row">
    ${!isFirst && html`<a class="button primary" href=${pathOf('chess', 'reviews', reviewId)}>${t('review.open')}</a>`}
    ${postForm(
      context,
      { name: 'review', className: 'form inline' },
      html`<button class=${isFirst ? 'primary' : undefined}>${t('review.review_this')}</button>`,
    )}
  </div>`;
}

/** The game as a file. */
export const archivedPgnPage: Page = {
  path: '/chess/archive/:id/pgn',
  async view(context): Promise<Raw> {
    const game = await context.services.chess.archive.get(gameIdOf(context));
    return pgnFile(pgnOf(context, game), `game-${game.id}`);
  },
};

const pgnOf = ({ services, locale }: PageContext, game: Game): string =>
  writePgn(game, { baseUrl: services.config.http.publicUrl, locale });
