import { claimOf, countsOnBoard } from '../../../chess/claims.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { field, postForm, radios } from '../../components/form.ts';
import { facts } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { addressOf, isToMove, lacksSeat, type Look, mayAccept, sideBelow } from './look.ts';

export const longestMove = 32;
export const longestToken = inputLimits['socket token'].characters;

/** The form of all playing actions: move, draws, resignation. Boards and scripts send it too. */
export function entry(context: PageContext, look: Look, attempt: Attempt | undefined): Html | undefined {
  const { game, hasSeats, isResigning } = look;
  if (game.outcome) return undefined;
  const ply = html`<input type="hidden" name="ply" value=${game.moves.length} />`;
  const shared = html`<div>${ply} ${hasSeats && seatField(context, attempt)}</div>`;
  return html`<div>
    ${isResigning ? question(context, look, { attempt, shared }) : playForm(context, look, { attempt, shared })}
  </div>`;
}

function playForm(
  context: PageContext,
  look: Look,
  { attempt, shared }: { attempt: Attempt | undefined; shared: Html },
): Html {
  const { t } = context;
  const { game } = look;
  const asksSeat = lacksSeat(look);
  const mayMove = isToMove(look) || asksSeat;
  const isOffered = mayAccept(look);
  const claim = mayMove ? claimOf(game) : null;
  const button = (action: string, label: string, { isPrimary = false, isOff = false } = {}) =>
    html`<button
      id="do-${action}"
      name="action"
      value=${action}
      class=${isPrimary ? 'primary' : undefined}
      disabled=${isOff}
    >
      ${label}
    </button>`;
  return postForm(
    context,
    { className: 'form play-form', label: t('play.form') },
    html`<div>
      ${asksSeat && html`<p>${t('play.seats_note')}</p>`} ${asksSeat && shared}
      <div class="move-entry">
        ${field({
          name: 'move',
          label: t('play.move'),
          hint: t('play.move_hint'),
          autocomplete: 'off',
          maxlength: longestMove,
          isPlain: true,
          isReadonly: !mayMove,
          attempt,
        })}
        ${button('move', t('play.send'), { isPrimary: true, isOff: !mayMove })}
      </div>
      ${!asksSeat && shared}
      <div class="row">
        ${asksSeat && button('take_seat', t('play.take_seat'))}
        ${isOffered && button('accept_draw', t('play.accept_draw'), { isPrimary: true })}
        ${game.drawOffer === null && button('offer_draw', t('play.offer_draw'))}
        ${mayMove && button('claim_draw', t('play.claim_draw'), { isPrimary: claim === 'now' })}
        ${button('resign', t('play.resign'))}
      </div>
      ${claim === 'with_move' && html`<p class="hint">${t('play.claimable_with')}</p>`}
    </div>`,
  );
}

/** Asks for a confirmation of the resignation; without seats also for the side. */
function question(
  context: PageContext,
  look: Look,
  { attempt, shared }: { attempt: Attempt | undefined; shared: Html },
): Html {
  const { t } = context;
  return postForm(
    context,
    { name: 'resign', className: 'form', label: t('play.resign_title') },
    html`<div>
      <h3>${t('play.resign_title')}</h3>
      <input type="hidden" name="confirmed" value="1" />
      ${shared}
      ${
        !look.hasSeats &&
        radios({
          name: 'side',
          label: t('play.resigning'),
          choices: [
            { value: 'white', label: t('play.white_resigns') },
            { value: 'black', label: t('play.black_resigns') },
          ],
          chosen: sideBelow(look),
          attempt,
        })
      }
      <div class="row">
        <button class="danger" id="do-confirm">${t('play.confirm')}</button>
        <a class="button" href=${addressOf(look)} data-go>${t('play.keep_playing')}</a>
      </div>
    </div>`,
  );
}

/** Scripts fill it from the tab, and hide it once the token is known. */
function seatField({ t }: PageContext, attempt: Attempt | undefined): Html {
  return html`<div data-seat-field>
    ${field({
      name: 'seat_token',
      label: t('play.seat_token'),
      hint: t('play.seat_hint'),
      autocomplete: 'off',
      maxlength: longestToken,
      isPlain: true,
      attempt,
    })}
  </div>`;
}

/** The counts on which claims of a draw depend. */
export function counters({ t }: PageContext, { game }: Look): Html {
  const { halfmoves, occurrences } = countsOnBoard(game);
  return html`<div>
    ${facts([
      [t('play.quiet'), t('play.of', { count: halfmoves, most: 100 })],
      [t('play.repetition'), t('play.of', { count: occurrences, most: 3 })],
    ])}
    ${claimOf(game) === 'now' && html`<p><strong>${t('play.claimable')}</strong></p>`}
  </div>`;
}
