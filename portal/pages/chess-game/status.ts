import { changeMessageOf } from '../../../chess/change-message.ts';
import { currentFen, type Game } from '../../../chess/game.ts';
import { render } from '../../../chess/messages.ts';
import { resultToken } from '../../../chess/pgn-write.ts';
import { isCheck } from '../../../chess/position.ts';
import { other } from '../../../chess/side.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { addressOf, type Look } from './look.ts';

/** Whose move it is, or how the game ended. */
export function statusText(context: PageContext, { game, seat, turn }: Look): string {
  const { t } = context;
  if (game.outcome) return endText(context, game);
  if (seat === null) return t(`play.${turn}_to_move`);
  return seat === turn ? t('play.your_move') : t(`play.waiting_${turn}`);
}

/** `Resignation: White wins (1-0)`. */
function endText({ locale }: PageContext, game: Game): string {
  const { key, params } = changeMessageOf(game, game);
  return `${render(locale, key, params)} (${resultToken(game.outcome)})`;
}

/** The open offer of a draw, and the moves that decline it (FIDE 9.1.2.1). */
function offerText({ t }: PageContext, { game, seat }: Look): string | undefined {
  const { drawOffer } = game;
  if (drawOffer === null) return undefined;
  const offered = seat === drawOffer ? t('play.you_offer') : t(`play.${drawOffer}_offers`);
  const answering = other(drawOffer);
  const declined = seat === answering ? t('play.declines_yours') : t(`play.declines_${answering}`);
  return `${offered} ${declined}`;
}

/** The state of the game as a heading. */
export function status(context: PageContext, look: Look): Html {
  const { t } = context;
  const { game, isLatest, ply } = look;
  const offer = offerText(context, look);
  const inCheck = !game.outcome && isCheck(currentFen(game));
  return html`<div>
    <h2>
      ${statusText(context, look)} ${inCheck && html`<span class="badge danger">${t('play.check')}</span>`}
    </h2>
    ${offer !== undefined && html`<p><strong>${offer}</strong></p>`}
    ${
      !isLatest &&
      html`<p>
        ${t('play.looking', { ply })}
        <a href=${addressOf(look)} data-go>${t('play.back')}</a>
      </p>`
    }
  </div>`;
}

/** The last event, for screen readers. */
export function said(context: PageContext, look: Look, lastMove: string | undefined): Html {
  const { t } = context;
  const { game } = look;
  const offer = offerText(context, look);
  const sentence = [
    lastMove,
    !game.outcome && isCheck(currentFen(game)) && t('play.check'),
    statusText(context, look),
    offer,
  ];
  return html`<span
    >${sentence.filter((part) => part !== false && part !== undefined).join('. ')}${offer === undefined && '.'}</span
  >`;
}
