import type { KeyRow, PageContext } from '../../page.ts';

/** The keys of a board that takes moves. */
export function boardKeys({ t }: Pick<PageContext, 't'>): KeyRow[] {
  return [
    [['←', '→', '↑', '↓'], t('play.key_squares')],
    [['Enter'], t('play.key_take')],
    [['Esc'], t('play.key_drop')],
  ];
}
