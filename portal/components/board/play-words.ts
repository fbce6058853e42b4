import type { Translate } from '../../language.ts';

/** Texts of a board that takes moves; plain data, for islands. */
export interface PlayWords {
  /** With `{man}` and `{squares}`. */
  canGo: string;
  /** With `{man}`. */
  noMoves: string;
  /** With `{move}`. */
  notLegal: string;
  /** The name of the dialog; `choices` has its buttons. */
  promotion: string;
  queen: string;
  rook: string;
  bishop: string;
  knight: string;
  cancel: string;
}

/** The words for one language. */
export function playWords(t: Translate): PlayWords {
  return {
    canGo: t('chess.can_go', { man: '{man}', squares: '{squares}' }),
    noMoves: t('chess.no_moves', { man: '{man}' }),
    notLegal: t('play.not_legal', { move: '{move}' }),
    promotion: t('chess.promotion'),
    queen: t('chess.queen'),
    rook: t('chess.rook'),
    bishop: t('chess.bishop'),
    knight: t('chess.knight'),
    cancel: t('chess.cancel'),
  };
}
