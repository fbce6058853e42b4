import { html, type Html } from '../../html.ts';
import { lineAt, type Place, type PlaceAddress } from './place.ts';
import type { Story } from './story.ts';

/** The comment on the current move, with its best line. */
export function moment(story: Story, { ply, line }: Place, address: PlaceAddress): Html {
  const { words, moves } = story;
  const shown = moves[ply - 1];
  const judged = shown?.judged;
  const sans = lineAt(story, ply)?.sans ?? [];
  return html`<div class="moment-body">
    <h2>
      <span>${shown?.label ?? words.start}</span>
      ${judged?.glyph && html` <span class="glyph-text ${judged.quality.toLowerCase()}">${judged.glyph}</span>`}
      ${judged && html` <span class="badge">${judged.qualityName}</span>`}
      ${judged?.marks.map((mark) => html` <span class="badge">${mark}</span>`)}
    </h2>
    ${sans.length > 0 && bestLine(story, sans, { ply, line }, address)}
  </div>`;
}

function bestLine(
  { words }: Story,
  sans: readonly string[],
  { ply, line }: Pick<Place, 'ply' | 'line'>,
  address: PlaceAddress,
): Html {
  return html`<p class="line">
    <span class="muted">${words.bestLine}:</span>
    ${sans.map(
      (san, index) =>
        html` <a
          href=${address({ ply, line: index + 1 })}
          data-ply=${ply}
          data-line=${index + 1}
          aria-current=${line === index + 1 ? 'true' : undefined}
          >${san}</a
        >`,
    )}
    ${line > 0 && html` <a class="back" href=${address({ ply })} data-ply=${ply} data-line="0">${words.backToGame}</a>`}
  </p>`;
}

/** The meaning of the arrows on the board, for a move that was judged. */
export function legend({ words, moves }: Story, { ply, line }: Pick<Place, 'ply' | 'line'>): Html {
  const shown = moves[ply - 1];
  const judged = line > 0 ? undefined : shown?.judged;
  return html`<p class="legend">
    ${judged && html`<span class="played">${words.played}: ${shown?.label}</span>`}
    ${judged?.best && html`<span class="best">${words.best}: ${judged.best.san}</span>`}
  </p>`;
}
