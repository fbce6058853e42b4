import { html, type Content, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { board } from '../board/board.ts';
import { graph } from '../board/graph.ts';
import { legend, moment } from '../board/moment.ts';
import { barOf, marksOf, type Place, placeAddress, sentenceOf } from '../board/place.ts';
import { boardOfStory } from '../board/position.ts';
import type { Story } from '../board/story.ts';
import { controls } from './controls.ts';
import { moveList } from './move-list.ts';

export interface ReplayOptions {
  story: Story;
  place: Place;
  /** The address of the page. */
  path: string;
  /** With evaluation bar, graph and lines. */
  isReview: boolean;
  /** Beside the buttons. */
  buttons?: Content;
  /** Under the board, and under the list of moves. */
  under?: Content;
  beside?: Content;
  /** The page goes on: the island looks for more. */
  isRunning?: boolean;
}

/** A game on a board that is stepped through, by links and, with scripts, in place. */
export function replay(context: PageContext, options: ReplayOptions): Html {
  const { story, place, path, isReview, isRunning = false } = options;
  const { ply } = place;
  const address = placeAddress(path, place);
  const hrefOf = (to: number) => address({ ply: to });
  return html`<div
    class="replay"
    data-replay
    data-running=${isRunning ? 'true' : undefined}
    data-path=${path}
    data-story=${JSON.stringify(story)}
  >
    <div class="replay-left">
      <div class="board-row${isReview ? ' with-bar' : ''}">
        ${isReview && html`<div class="bar-place" data-draw="bar">${barOf(story, place)}</div>`}
        <div class="board-place" data-draw="board">${board(boardOfStory(story, place))}</div>
      </div>
      ${isReview && html`<div data-draw="legend">${legend(story, place)}</div>`}
      ${controls(context, story, { place, address, more: options.buttons })}
      ${isReview && chances(context, options, hrefOf)}
    </div>
    <div class="replay-right">
      <section class="moment">
        <div data-draw="moment">${moment(story, place, address)}</div>
        <p class="said" aria-live="polite" data-draw="said">${sentenceOf(story, place)}</p>
      </section>
      <section>
        <h2 id="moves-title">${context.t('review.moves')}</h2>
        <div data-part="moves">${moveList(context, story, { current: ply, hrefOf })}</div>
      </section>
      ${options.beside}
    </div>
    <div class="replay-under">${options.under}</div>
  </div>`;
}

function chances(
  { t, number }: PageContext,
  { story, place }: ReplayOptions,
  hrefOf: (ply: number) => string,
): Html {
  const labelOf = (ply: number) => story.moves[ply - 1]?.label ?? story.words.start;
  return html`<figure class="chances" aria-label=${t('review.chances')}>
    <div class="scrubber" data-draw="graph">
      ${graph({ chances: story.chances, marks: marksOf(story), current: place.ply, labelOf, hrefOf })}
    </div>
    <figcaption class="small">
      <span class="muted">${t('review.chances_hint')}</span>
      <details data-part="chances">
        <summary>${t('review.chances_table')}</summary>
        <div class="table-box" tabindex="0" role="region" aria-label=${t('review.chances_table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">${t('review.move')}</th>
                <th scope="col" class="number">${t('review.white_chances')}</th>
                <th scope="col" class="number">${t('review.evaluation')}</th>
              </tr>
            </thead>
            <tbody>
              ${story.chances.map(
                (value, ply) =>
                  html`<tr>
                    <td data-label=${t('review.move')}>
                      <a href=${hrefOf(ply)} data-ply=${ply}>${labelOf(ply)}</a>
                      ${story.moves[ply - 1]?.judged?.glyph && html` ${story.moves[ply - 1]?.judged?.glyph}`}
                    </td>
                    <td data-label=${t('review.white_chances')} class="number">
                      ${value === null ? story.words.unknown : `${number(Math.round(value))}%`}
                    </td>
                    <td data-label=${t('review.evaluation')} class="number">
                      ${story.evaluations[ply] ?? story.words.unknown}
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>
    </figcaption>
  </figure>`;
}
