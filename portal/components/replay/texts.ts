import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { codeBlock } from '../show.ts';

/** The FEN and the PGN, to copy. `isInLine`: the board shows a move of a line, so the FEN is not that of the game. */
export function texts(
  context: PageContext,
  { fen, pgn, isInLine = false }: { fen: string; pgn: string; isInLine?: boolean },
): Html {
  const { t } = context;
  return html`<section class="texts">
    <div data-fen hidden=${isInLine}>
      <h2>${t('play.fen')}</h2>
      ${codeBlock(context, fen, t('play.fen'))}
    </div>
    <h2>${t('play.pgn')}</h2>
    <div data-part="pgn">${codeBlock(context, pgn.trim(), t('play.pgn'))}</div>
  </section>`;
}
