import { turnOf } from '../../../chess/position.ts';
import { html, type Content } from '../../html.ts';
import type { AnsweredPosition } from '../../../services/analysis/analysis.ts';
import type { PageContext } from '../../page.ts';
import { stepsOf } from '../../../chess/review/san-line.ts';
import type { Shown } from './page-data.ts';

type Tablebase = NonNullable<AnsweredPosition['analysis']['tablebase']>;

const mostBookMoves = 6;

/** The moves of the opening book with their share, the most frequent first. */
export function bookMoves({ t, number }: PageContext, { place, address, answer }: Shown): Content {
  const { moves = [], totalWeight = 0 } = answer?.analysis.book ?? {};
  if (moves.length === 0) return t('analysis.not_in_book');
  return html`<span class="book-moves">
    ${moves.slice(0, mostBookMoves).map(({ move, weight }) => {
      const [step] = stepsOf(place.fen, [move]);
      const share = totalWeight === 0 ? 0 : Math.round((100 * weight) / totalWeight);
      return (
        step && html`<span><a href=${address({ fen: step.fen })}>${step.san}</a> ${number(share)}%</span> `
      );
    })}
  </span>`;
}

/** The tablebases' result, for White or for Black. */
export function tablebaseVerdict(
  { t }: Pick<PageContext, 't'>,
  { fen, isKnown, wdl, dtz }: Tablebase & { fen: string },
): string {
  if (!isKnown || wdl === null) return t('analysis.tablebase_unknown');
  const winner = (turnOf(fen) === 'white') === wdl > 0 ? 'white' : 'black';
  if (wdl === 0) return t('analysis.tablebase_draw');
  if (Math.abs(wdl) === 1) return t(`analysis.tablebase_${winner}_late`);
  const verdict = t(`analysis.tablebase_${winner}`);
  if (dtz === null || dtz === 0) return verdict;
  return `${verdict}, ${t('analysis.tablebase_next', { plies: Math.abs(dtz) })}`;
}
