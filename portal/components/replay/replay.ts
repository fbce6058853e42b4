import { html, type Content, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { board } from '../board/board.ts';
import { legend, moment } from '../board/moment.ts';
import { barOf, fenAt, type Place, placeAddress, sentenceOf } from '../board/place.ts';
import { boardOfStory } from '../board/position.ts';
import type { Story } from '../board/story.ts';
import { chances } from './chances.ts';
import { controls } from './controls.ts';
import { moveList } from './move-list.ts';
import { texts } from './texts.ts';
import { isWhole } from './window.ts';

export interface ReplayOptions {
  story: Story;
  place: Place;
  /** The address of the page. */
  path: string;
  /** The game as text. */
  pgn: string;
  /** With evaluation bar, graph and lines. */
  isReview: boolean;
  /** Beside the buttons. */
  buttons?: Content;
  /** Under the board, and under the list of moves. */
  under?: Content;
  beside?: Content;
  /** Whether the page still changes: the island polls for updates. */
  isRunning?: boolean;
}

/** A game on a board with steps: by links, or by scripts without loading the page. */
export function replay(context: PageContext, options: ReplayOptions): Html {
  const { story, place, path, pgn, isReview, isRunning = false } = options;
  const { ply, line } = place;
  const address = placeAddress(path, place);
  const hrefOf = (to: number) => address({ ply: to });
  return html`<div
    class="replay"
    data-replay=${isWhole(story.moves.length) ? 'whole' : undefined}
    data-running=${isRunning ? 'true' : undefined}
    data-path=${path}
    data-place=${ply}
    data-story=${isWhole(story.moves.length) ? JSON.stringify(story) : undefined}
  >
    <div class="replay-left">
      <div class="board-row${isReview ? ' with-bar' : ''}">
        ${isReview && html`<div class="bar-place" data-draw="bar">${barOf(story, place)}</div>`}
        <div class="board-place" data-draw="board">${board(boardOfStory(story, place))}</div>
      </div>
      ${isReview && html`<div data-draw="legend">${legend(story, place)}</div>`}
      <div data-part="controls">${controls(context, story, { place, address, more: options.buttons })}</div>
      ${isReview && chances(context, { story, place, hrefOf })}
      <p class="keys-hint muted small" data-part="keys">${keysHint(context, options)}</p>
    </div>
    <div class="replay-right">
      <section class="moment${isReview ? '' : ' plain'}">
        <div data-draw="moment">${moment(story, place, address)}</div>
        <p class="said" aria-live="polite" data-draw="said">${sentenceOf(story, place)}</p>
      </section>
      <section>
        <h2 id="moves-title">${context.t('review.moves')}</h2>
        <div data-part="moves">${moveList(context, story, { current: ply, hrefOf })}</div>
      </section>
      ${options.beside}
    </div>
    <div class="replay-under">
      ${options.under} ${texts(context, { fen: fenAt(story, ply), pgn, isInLine: line > 0 })}
    </div>
  </div>`;
}

/** The keys that work on this page. */
function keysHint({ t }: PageContext, { story, isReview }: ReplayOptions): string {
  return [
    t('review.keys'),
    story.keyPlies.length > 0 && t('review.keys_moments'),
    isReview && t('review.keys_line'),
  ]
    .filter(Boolean)
    .join(' ');
}
