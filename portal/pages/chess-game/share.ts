import { currentFen } from '../../../chess/game.ts';
import { writePgn } from '../../../chess/pgn-write.ts';
import { other, type Side } from '../../../chess/side.ts';
import { texts } from '../../components/replay/texts.ts';
import { codeBlock } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Flash, PageContext } from '../../page.ts';
import { type Look, opponentAddress } from './look.ts';

/** The link for the other player. In a game with seats the token is behind `#`, which browsers do not send. */
export function invitation(context: PageContext, look: Look): Html | undefined {
  const { t, services } = context;
  const { game, hasSeats, seat } = look;
  if (game.outcome) return undefined;
  const address = opponentAddress(look, services.config.http.publicUrl);
  if (!hasSeats) {
    return html`<section>
      <h2>${t('play.link_title')}</h2>
      ${codeBlock(context, address, t('play.link_title'))}
      <p class="hint">${t('play.link_open')}</p>
    </section>`;
  }
  if (!seat) return undefined;
  const tokens = seatTokens(context, look);
  // the server does not know the link any more; a script has kept it
  if (!tokens) return seatLink(context, '', true);
  const tokenOf = (side: Side) => tokens[side] ?? '';
  return html`<section data-token=${tokenOf(seat)}>
    ${seatLink(context, `${address}#seat=${tokenOf(other(seat))}`)}
  </section>`;
}

/** The reader's own token: from the form that began the game, later from the tab by script. */
export function ownSeat(context: PageContext, look: Look): Html | undefined {
  const { t } = context;
  const { game, hasSeats, seat } = look;
  if (!hasSeats || game.outcome) return undefined;
  const token = (seat && seatTokens(context, look)?.[seat]) ?? '';
  const isKnown = token !== '';
  return html`<details data-own-seat open=${isKnown} hidden=${!isKnown}>
    <summary>${t('play.show_own_seat')}</summary>
    ${codeBlock(context, token, t('play.own_seat'))}
    <p class="hint">${t('play.own_seat_hint')}</p>
  </details>`;
}

/** The tokens of a game that the reader has just begun, for the page of one seat. */
export function seatTokens({ flash }: PageContext, { game, seat }: Look): Flash['data'] {
  return seat && !game.outcome && flash?.data?.['game'] === game.id ? flash.data : undefined;
}

function seatLink(context: PageContext, link: string, isHidden = false): Html {
  const { t } = context;
  return html`<div data-link hidden=${isHidden}>
    <h2>${t('play.link_title')}</h2>
    ${codeBlock(context, link, t('play.link_title'))}
    <p class="hint">${t('play.link_seat')}</p>
  </div>`;
}

/** The position and the game, to copy. */
export function gameTexts(context: PageContext, { game }: Look): Html {
  const { locale, services } = context;
  const pgn = writePgn(game, { baseUrl: services.config.http.publicUrl, locale });
  return texts(context, { fen: currentFen(game), pgn });
}
