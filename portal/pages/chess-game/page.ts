import { openingOf } from '../../../chess/openings/openings.ts';
import { coordinatesOf } from '../../../chess/move.ts';
import { currentFen, positionsOf } from '../../../chess/game.ts';
import { legalMoves } from '../../../chess/position.ts';
import { board } from '../../components/board/board.ts';
import type { GameData } from '../../components/board/game-data.ts';
import { boardKeys } from '../../components/board/keys.ts';
import { playWords } from '../../components/board/play-words.ts';
import { boardOfStory } from '../../components/board/position.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { getForm } from '../../components/replay/controls.ts';
import { eventOf, gameTitle } from '../../components/replay/heading.ts';
import { moveList } from '../../components/replay/move-list.ts';
import { gameIdOf } from '../../components/replay/reader.ts';
import { storyOf } from '../../components/replay/story-of.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, type KeyRow, type Page, type PageContext, pathOf, withQuery } from '../../page.ts';
import { gameActions } from './actions.ts';
import { counters, entry } from './entry.ts';
import { addressOf, isToMove, lacksSeat, lookAt, type Look } from './look.ts';
import { gameTexts, invitation, ownSeat, seatTokens } from './share.ts';
import { said, status } from './status.ts';

/** A running game, in one browser or several; after its end, the way to its review. */
export const chessGamePage: Page = {
  path: '/chess/games/:id',
  async view(context, attempt) {
    const look = lookAt(context, await context.services.chess.games.get(gameIdOf(context)));
    const { game } = look;
    const title = gameTitle(context, game, game.createdAt);
    return {
      title,
      islands: ['game'],
      body: gameView(context, look, { title, attempt }),
      takesFlash: seatTokens(context, look) !== undefined,
      keys: gameKeys(context),
    };
  },
  actions: gameActions,
};

function gameView(
  context: PageContext,
  look: Look,
  { title, attempt }: { title: string; attempt: Attempt | undefined },
): Html {
  const { t } = context;
  const { game, ply, isFlipped, seat } = look;
  const story = storyOf(game, t);
  const view = { ...boardOfStory(story, { ply, line: 0, isFlipped }), arrows: [] };
  const asksSeat = lacksSeat(look);
  const takesMoves = look.isLatest && (isToMove(look) || asksSeat) && !look.isResigning;
  const data: GameData = {
    id: game.id,
    seq: look.seq,
    plies: game.moves.length,
    ply,
    isOver: game.outcome !== null,
    view,
    legal: takesMoves ? legalMoves(currentFen(game)).map(coordinatesOf) : [],
    asksSeat,
    words: playWords(t),
  };
  const hrefOf = (to: number) =>
    game.outcome
      ? withQuery(pathOf('chess', 'archive', game.id), { ply: to })
      : addressOf(look, to === game.moves.length ? {} : { ply: to });
  const opening = openingOf(positionsOf(game));
  const event = eventOf(context, game);
  return html`<div class="review game">
    <div data-part="errors">${errorSummary(context, attempt)}</div>
    <h1>${title}</h1>
    <p class="review-facts muted" data-part="facts">
      ${seat && html`<span>${t(`play.you_are_${seat}`)}</span>`}
      ${event !== undefined && html`<span>${event}</span>`}
      ${opening && html`<span>${t('play.opening_found', { opening: `${opening.eco} ${opening.name}` })}</span>`}
    </p>
    <div
      class="replay"
      data-game=${JSON.stringify(data)}
      data-lost=${t('play.lost')}
      data-unsent=${t('play.unsent')}
      data-not-sent=${t('play.not_sent')}
    >
      <div class="replay-left">
        <div class="board-row"><div class="board-place" data-board>${board(view)}</div></div>
        <div data-part="flip">
          ${getForm(addressOf(look, { isFlipped: !isFlipped }), t('review.flip'), { className: 'form inline flip' })}
        </div>
        <p class="keys-hint muted small">${t('play.keys')}</p>
      </div>
      <div class="replay-right">
        <section class="moment">
          <div data-part="status">${status(context, look)}</div>
          <p class="hidden" aria-live="polite" data-part="said">
            ${said(context, look, story.moves.at(-1)?.label)}
          </p>
          <p class="hidden" aria-live="polite" data-here></p>
          <p class="problem" role="status" data-connection></p>
          <div data-part="entry">
            ${entry(context, look, attempt)} ${game.outcome && ended(context, look)}
          </div>
          ${!game.outcome && html`<p class="unscripted hint">${t('play.reload')} <a href=${addressOf(look)}>${t('play.reload_link')}</a></p>`}
        </section>
        <div data-invitation>${invitation(context, look)}</div>
        ${ownSeat(context, look)}
        <section>
          <h2>${t('review.moves')}</h2>
          <div data-part="moves">
            ${moveList(context, story, { current: ply, hrefOf })}
            ${game.moves.length === 0 && html`<p class="muted">${t('play.no_moves')}</p>`}
          </div>
        </section>
        <div data-part="counters">${counters(context, look)}</div>
      </div>
      <div class="replay-under">
        <div data-part="texts">${gameTexts(context, look)}</div>
      </div>
    </div>
  </div>`;
}

function gameKeys(context: PageContext): KeyRow[] {
  const { t } = context;
  return [[['←', '→'], t('review.key_steps')], [['f'], t('review.key_flip')], ...boardKeys(context)];
}

/** The end of a game, with a button that starts the review and opens it. */
function ended(context: PageContext, { game }: Look): Html {
  const { t } = context;
  return html`<div class="row">
    ${
      game.moves.length > 0 &&
      postForm(
        context,
        { name: 'review', className: 'form inline leaving' },
        html`<button class="primary">${t('review.review_this')}</button>`,
      )
    }
    <a class="button" href=${pathOf('chess', 'archive', game.id)}>${t('play.replay')}</a>
    <a class="button" href=${withQuery('/chess/analysis', { fen: currentFen(game) })}
      >${t('play.analyse_end')}</a
    >
    <a class="button" href="/chess">${t('play.new_game')}</a>
  </div>`;
}
