import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { windowAround } from './window.ts';
import type { Story, StoryMove } from '../board/story.ts';

/** The list shortens the better line of a move; the whole line is beside the board. */
const shortLine = 4;

/** Every half-move as a link, with its glyph, its loss and the better line. */
export function moveList(
  { t }: Pick<PageContext, 't'>,
  { moves }: Story,
  { current, hrefOf }: { current: number; hrefOf: (ply: number) => string },
): Html {
  const { first, last } = windowAround(current, moves.length);
  // a scrolling box takes the focus
  const tabIndex = moves.length > 0 ? '0' : undefined;
  return html`<div class="moves-box" tabindex=${tabIndex} role="region" aria-label=${t('review.game_moves')}>
    <ol class="moves" aria-label=${t('review.moves')}>
      ${moves
        .slice(first - 1, last)
        .map((move, index) => item(t, move, { ply: first + index, current, hrefOf }))}
    </ol>
  </div>`;
}

function item(
  t: PageContext['t'],
  { label, side, judged }: StoryMove,
  { ply, current, hrefOf }: { ply: number; current: number; hrefOf: (ply: number) => string },
): Html {
  const [number = '', san = ''] = label.split(' ', 2);
  return html`<li class=${side} data-quality=${judged?.quality} data-glyph=${judged?.glyph ?? undefined}>
    <a href=${hrefOf(ply)} data-ply=${ply} aria-current=${ply === current ? 'true' : undefined}>
      <span class=${side === 'white' || ply === 1 ? 'move-number' : 'hidden'}>${number} </span>
      <b>${san}</b>
      ${judged?.glyph && html` <span class="glyph-text ${judged.quality.toLowerCase()}">${judged.glyph}</span>`}
      ${judged?.quality === 'Book' && html` <span class="muted small">${judged.qualityName}</span>`}
      ${judged?.marks.map((mark) => html` <span class="muted small">${mark}</span>`)}
      ${judged?.glyph && judged.loss !== '' && html` <span class="loss">${judged.loss}</span>`}
    </a>
    ${
      judged?.glyph &&
      judged.best &&
      html`<span class="better"
        >${t('review.better')}: ${judged.line.sans.slice(0, shortLine).join(' ')}</span
      >`
    }
  </li>`;
}
