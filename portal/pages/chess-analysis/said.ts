import { localizeError } from '../../../chess/error-text.ts';
import { render } from '../../../chess/messages.ts';
import { openingAt } from '../../../chess/openings/openings.ts';
import { endOf, turnOf } from '../../../chess/position.ts';
import type { PageContext } from '../../page.ts';
import { stepsOf } from '../../../chess/review/san-line.ts';
import type { Shown } from './page-data.ts';
import { valueOf } from './value.ts';
import { tablebaseVerdict } from './verdict.ts';

/** The number of half-moves of the best line in the live region. */
const readMoves = 6;

/** The position and the verdict in words, for the live region. */
export function said(context: PageContext, shown: Shown): string {
  const { t, locale } = context;
  const { place, answer, failure } = shown;
  // the error summary is announced by itself
  if (place.problem && !place.isEditing) return '';
  if (place.problem) return t('analysis.cannot', { reason: localizeError(place.problem, locale).detail });
  const end = endOf(place.fen);
  if (end)
    return [end.result && render(locale, `result.${end.result}`), render(locale, `reason.${end.reason}`)]
      .filter(Boolean)
      .join(', ');
  if (failure) return failure.detail;
  const turn = turnOf(place.fen);
  if (!answer) {
    const opening = openingAt(place.fen);
    return [t(`analysis.${turn}_to_move`), opening?.name].filter(Boolean).join('. ');
  }
  const { analysis } = answer;
  const line = stepsOf(place.fen, analysis.lines[0]?.moves.slice(0, readMoves) ?? []);
  return [
    t('analysis.said', {
      depth: analysis.depth,
      value: valueOf(analysis.score, turn).shown,
      moves: line.map(({ san }) => san).join(' '),
    }),
    analysis.tablebase?.isKnown && tablebaseVerdict(context, { ...analysis.tablebase, fen: place.fen }),
  ]
    .filter(Boolean)
    .join(' ');
}
