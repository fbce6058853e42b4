import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { graph } from '../board/graph.ts';
import { marksOf, type Place } from '../board/place.ts';
import type { Story } from '../board/story.ts';
import { table } from '../show.ts';
import { windowAround } from './window.ts';

/**
 * The graph of winning chances, and a table of the same values. Scripts close the table, and steps follow the graph.
 */
export function chances(
  { t, number }: PageContext,
  { story, place, hrefOf }: { story: Story; place: Place; hrefOf: (ply: number) => string },
): Html {
  const { words, moves } = story;
  const labelOf = (ply: number) => moves[ply - 1]?.label ?? words.start;
  const { first, last } = windowAround(place.ply, moves.length);
  const rows = Array.from({ length: last - first + 2 }, (_, index) => first - 1 + index);
  return html`<figure class="chances" aria-label=${t('review.chances')}>
    <div class="scrubber" data-draw="graph">
      ${graph({ chances: story.chances, marks: marksOf(story), current: place.ply, labelOf, hrefOf })}
    </div>
    <figcaption class="small">
      <span class="muted">${t('review.chances_hint')}</span>
      <details data-part="chances" class="compact" open>
        <summary>${t('review.chances_table')}</summary>
        ${table({
          label: t('review.chances_table'),
          columns: [t('review.move'), t('review.white_chances'), t('review.evaluation')],
          numbers: [1, 2],
          rows: rows.map((ply) => {
            const value = story.chances[ply] ?? null;
            const glyph = moves[ply - 1]?.judged?.glyph;
            return [
              html`<span>
                <a href=${hrefOf(ply)} data-ply=${ply}>${labelOf(ply)}</a>${glyph && ` ${glyph}`}
              </span>`,
              value === null ? words.unknown : `${number(Math.round(value))}%`,
              story.evaluations[ply] ?? words.unknown,
            ];
          }),
        })}
      </details>
    </figcaption>
  </figure>`;
}
