import { render } from '../../../chess/messages.ts';
import { localizeError } from '../../../chess/error-text.ts';
import { openingAt } from '../../../chess/openings/openings.ts';
import { endOf, turnOf } from '../../../chess/position.ts';
import { badge, facts, notice } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { stepsOf } from '../../../chess/review/san-line.ts';
import { numberBefore } from './moves.ts';
import type { Shown } from './page-data.ts';
import { bookMoves, tablebaseVerdict } from './verdict.ts';
import { valueOf } from './value.ts';

/** The most half-moves that a line shows. */
const longestLine = 14;

/** The lines of the search with its effort, the opening, book and tablebase; or why the search has none. */
export function panel(context: PageContext, shown: Shown): Html | undefined {
  const { t, locale } = context;
  const { place, answer, failure } = shown;
  // the field shows the problem already
  if (place.problem && !place.isEditing) return undefined;
  if (place.problem) {
    const reason = localizeError(place.problem, locale).detail;
    return notice('warning', html`<p>${t('analysis.cannot', { reason })}</p>`);
  }
  const end = endOf(place.fen);
  const opening = openingAt(place.fen);
  const tablebase = answer?.analysis.tablebase;
  return html`<div>
    ${failure && notice('warning', html`<p>${failure.detail}</p>`)}
    ${
      end
        ? html`<p class="outcome">
            <strong>${end.result && render(locale, `result.${end.result}`)}</strong>,${' '}
            ${render(locale, `reason.${end.reason}`)}
          </p>`
        : answer
          ? linesOf(context, shown)
          : html`<p class="muted">${t('analysis.not_yet')}</p>`
    }
    ${facts([
      [t('analysis.to_move'), t(turnOf(place.fen) === 'white' ? 'review.white' : 'review.black')],
      opening !== null && [t('analysis.opening'), `${opening.eco} ${opening.name}`],
      answer?.analysis.book && [t('analysis.book'), bookMoves(context, shown)],
      tablebase && [t('review.tablebase'), tablebaseVerdict(context, { ...tablebase, fen: place.fen })],
    ])}
  </div>`;
}

function linesOf(context: PageContext, { place, address, answer }: Shown): Html | undefined {
  const { t, number } = context;
  if (!answer) return undefined;
  const { depth, nodes, timeMs, lines, source } = answer.analysis;
  const turn = turnOf(place.fen);
  return html`<section aria-label=${t('analysis.lines')}>
    <p class="effort muted">
      <strong>${t('analysis.depth', { depth })}</strong>
      <span>${t('analysis.effort', { nodes: number(nodes), seconds: number(secondsOf(timeMs)) })}</span>
      ${source === 'tablebase' && badge(t('review.tablebase'))}
    </p>
    <ol class="analysis-lines" aria-label=${t('analysis.lines')}>
      ${lines.map(({ score, moves }) => {
        const value = valueOf(score, turn);
        const ahead = value.chances >= 50 ? 'ahead' : 'behind';
        return html`<li>
          <span class="line-value ${ahead}">${value.shown}</span>
          <span class="line-moves"
            >${lineMoves(place.fen, moves, (fen) => address({ fen, isEditing: false }))}</span
          >
        </li>`;
      })}
    </ol>
  </section>`;
}

const secondsOf = (ms: number): number =>
  ms < 1_000 ? Math.round(ms / 10) / 100 : Math.round(ms / 100) / 10;

/** The moves of a line, each with the address of the position after it. */
function lineMoves(fen: string, moves: readonly string[], hrefOf: (fen: string) => string) {
  const steps = stepsOf(fen, moves.slice(0, longestLine));
  return steps.map(({ san, fen: after }, index) => {
    const number = numberBefore(steps[index - 1]?.fen ?? fen, index === 0);
    return html`<span class="line-move">
      ${number && html`<span class="muted">${number}</span>`} <a href=${hrefOf(after)}>${san}</a>
    </span> `;
  });
}
