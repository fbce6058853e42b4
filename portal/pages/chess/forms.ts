import { field, postForm } from '../../components/form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** One of several values, each as a button to choose. */
function radios(
  name: string,
  legend: string,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: string,
): Html {
  return html`<fieldset class="field">
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ([value, label]) =>
          html`<label class="choice"
            ><input type="radio" name=${name} value=${value} checked=${value === chosen} />
            <span>${label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** A game from the start: one click, or with seats and names. */
export function newGameForm(context: PageContext, attempt: Attempt | undefined): Html {
  const { t, query } = context;
  const chosen = (name: string, usual: string) => attempt?.form.typed(name) || query.get(name) || usual;
  return html`<section class="card">
    <h2>${t('play.new_title')}</h2>
    ${postForm(
      context,
      { name: 'new', className: 'form' },
      html`<div>
        ${radios(
          'bottom',
          t('play.bottom'),
          [
            ['white', t('review.white')],
            ['black', t('review.black')],
          ],
          chosen('bottom', 'white'),
        )}
        ${radios(
          'players',
          t('play.who_moves'),
          [
            ['open', t('play.open')],
            ['seats', t('play.seats')],
          ],
          chosen('players', 'open'),
        )}
        <details>
          <summary>${t('play.names')}</summary>
          ${field({ name: 'white', label: t('play.white_player'), maxlength: 100, autocomplete: 'off', attempt })}
          ${field({ name: 'black', label: t('play.black_player'), maxlength: 100, autocomplete: 'off', attempt })}
        </details>
        <button class="primary">${t('play.new_game')}</button>
      </div>`,
    )}
  </section>`;
}

/** A game from a position, or from a text with its moves. */
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
          maxlength: 200,
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
