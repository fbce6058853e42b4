import { inputLimits } from '../../../domain/limits/inputs.ts';
import { field, postForm, radios } from '../../components/form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { longestFen } from '../chess-analysis/place.ts';
import { attemptAt } from '../named.ts';

export const longestName = inputLimits['player name'].characters;

/** The form for a game from the start: one click, or with seats and names. */
export function newGameForm(context: PageContext, attempt: Attempt | undefined): Html {
  const { t, query } = context;
  const chosen = (name: string, usual: string) => query.get(name) || usual;
  return html`<section class="card">
    <h2>${t('play.new_title')}</h2>
    ${postForm(
      context,
      { name: 'new', className: 'form' },
      html`<div>
        ${radios({
          name: 'bottom',
          label: t('play.bottom'),
          choices: [
            { value: 'white', label: t('review.white') },
            { value: 'black', label: t('review.black') },
          ],
          chosen: chosen('bottom', 'white'),
          attempt,
        })}
        ${radios({
          name: 'players',
          label: t('play.who_moves'),
          choices: [
            { value: 'open', label: t('play.open') },
            { value: 'seats', label: t('play.seats') },
          ],
          chosen: chosen('players', 'open'),
          attempt,
        })}
        <details>
          <summary>${t('play.names')}</summary>
          ${field({ name: 'white', label: t('play.white_player'), maxlength: longestName, autocomplete: 'off', attempt })}
          ${field({ name: 'black', label: t('play.black_player'), maxlength: longestName, autocomplete: 'off', attempt })}
        </details>
        <button class="primary">${t('play.new_game')}</button>
      </div>`,
    )}
  </section>`;
}

/** The forms for a game from a position, or from a text with its moves. */
export function importForms(context: PageContext, attempt: Attempt | undefined): Html {
  const { t } = context;
  return html`<section class="card">
    <h2>${t('play.import_title')}</h2>
    ${postForm(
      context,
      { name: 'fen', className: 'form', label: t('play.import_fen') },
      html`<div>
        ${field({
          name: 'fen',
          label: t('play.fen'),
          hint: t('play.fen_hint'),
          autocomplete: 'off',
          required: true,
          maxlength: longestFen,
          isPlain: true,
          attempt: attemptAt(attempt, 'fen'),
        })}
        <button>${t('play.import')}</button>
      </div>`,
    )}
    ${postForm(
      context,
      { name: 'pgn', className: 'form', label: t('play.import_pgn') },
      html`<div>
        ${field({
          name: 'pgn',
          label: t('play.pgn'),
          hint: t('play.pgn_hint'),
          rows: 6,
          isCode: true,
          isPlain: true,
          required: true,
          attempt: attemptAt(attempt, 'pgn'),
        })}
        <button>${t('play.import')}</button>
      </div>`,
    )}
  </section>`;
}
