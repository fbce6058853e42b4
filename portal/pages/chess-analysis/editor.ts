import { startFen } from '../../../chess/fen.ts';
import { mayHaveRight, rightsToCastle } from '../../components/board/edit.ts';
import { man } from '../../components/board/men.ts';
import { boardWords } from '../../components/board/words.ts';
import { field, radios } from '../../components/form.ts';
import { getForm } from '../../components/replay/controls.ts';
import { copyButton } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { hiddenPlace } from './hidden-place.ts';
import type { Shown } from './page-data.ts';
import { emptyBoard, longestFen, path } from './place.ts';

const palette = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];

/** The forms below the board: turn it, edit the position, enter a move, import a position. */
export function positionForms(context: PageContext, shown: Shown, attempt: Attempt | undefined): Html {
  const { t } = context;
  const { place, address } = shown;
  const { isFlipped, isEditing, fen } = place;
  return html`<div>
    <div class="replay-controls">
      ${getForm(address({ isFlipped: !isFlipped }), t('review.flip'), { id: 'flip' })}
      <a class="button" href=${address({ isEditing: !isEditing })} id="edit">
        ${t(isEditing ? 'analysis.edit_done' : 'analysis.edit')}
      </a>
    </div>
    ${
      place.problem === null &&
      !isEditing &&
      html`<form method="get" action=${path} class="form entry">
        ${hiddenPlace(place)}
        ${field({ name: 'move', label: t('analysis.move'), hint: t('analysis.move_hint'), maxlength: 20, autocomplete: 'off', attempt })}
        <button>${t('analysis.make_move')}</button>
      </form>`
    }
    <form method="get" action=${path} class="form entry">
      ${hiddenPlace(place, ['fen'])}
      ${field({
        name: 'fen',
        label: t('analysis.fen'),
        value: place.problem === null || isEditing ? fen : place.text,
        maxlength: longestFen,
        autocomplete: 'off',
        attempt: attempt?.errors[0]?.path === 'fen' ? attempt : undefined,
      })}
      <button>${t('analysis.import')}</button>
      ${copyButton(t('shell.copy'), fen, t('shell.copied'))}
    </form>
  </div>`;
}

/** The men to place, the side to move and the rights to castle. */
export function editor(context: PageContext, { place, address }: Shown): Html {
  const { t } = context;
  const [, turn = 'w', rights = '-'] = place.fen.split(' ');
  const withTurn = (fen: string) => fen.replace(' w ', ` ${turn} `);
  return html`<form method="get" action=${path} class="form position-editor" data-control="edit">
    <h2>${t('analysis.editor')}</h2>
    <input type="hidden" name="change" value="1" />
    ${hiddenPlace(place)}
    <fieldset class="field palette">
      <legend>${t('analysis.man')}</legend>
      <div class="palette-men">
        ${palette.map((letter) => manChoice(context, letter, letter === 'P'))}
        ${manChoice(context, '', false)}
      </div>
    </fieldset>
    ${field({ name: 'square', label: t('analysis.square'), hint: t('analysis.square_hint'), maxlength: 2, autocomplete: 'off' })}
    ${radios({
      name: 'turn',
      label: t('analysis.turn'),
      choices: [
        { value: 'w', label: t('review.white') },
        { value: 'b', label: t('review.black') },
      ],
      chosen: turn,
      attempt: undefined,
    })}
    <fieldset class="field">
      <legend>${t('analysis.castling')}</legend>
      <div class="choices">
        ${rightsToCastle.map(
          (right) =>
            html`<label class="choice">
              <input
                type="checkbox"
                name="castling"
                value=${right}
                id="castling-${right}"
                checked=${rights.includes(right)}
                disabled=${!mayHaveRight(place.fen, right)}
              />
              <span>${t(`analysis.castling_${right}`)}</span>
            </label>`,
        )}
      </div>
    </fieldset>
    <div class="row">
      <button id="change">${t('analysis.change')}</button>
      <a class="button" href=${address({ fen: withTurn(startFen) })}>${t('analysis.start')}</a>
      <a class="button" href=${address({ fen: withTurn(emptyBoard) })}>${t('analysis.clear')}</a>
    </div>
  </form>`;
}

function manChoice({ t }: PageContext, letter: string, isChosen: boolean): Html {
  const name = letter === '' ? t('analysis.no_man') : (boardWords(t).men[letter] ?? letter);
  return html`<label title=${name}>
    <input
      type="radio"
      name="man"
      value=${letter}
      aria-label=${name}
      checked=${isChosen}
      id="man-${letter || 'none'}"
    />
    <span>${letter === '' ? '×' : man(letter)}</span>
  </label>`;
}
