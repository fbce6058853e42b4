import type { KeyRow, PageContext } from '../../page.ts';
import { isWhole } from './window.ts';

/** The keys for stepping through a game; a very long game is shown as a document without keys. */
export function replayKeys(
  { t }: Pick<PageContext, 't'>,
  { moves }: { moves: readonly unknown[] },
  isReview: boolean,
): KeyRow[] {
  if (!isWhole(moves.length)) return [];
  const rows: (KeyRow | false)[] = [
    [['←', '→'], t('review.key_steps')],
    [['Home', 'End'], t('review.key_ends')],
    isReview && [['↑', '↓'], t('review.key_jumps')],
    [['f'], t('review.key_flip')],
    isReview && [['Esc'], t('review.key_leave')],
  ];
  return rows.filter((row) => row !== false);
}
