import type { Translate } from '../../language.ts';
import type { ManKind } from './men.ts';

/** The names of the cells in the reader's language; plain data, so that islands can use them. */
export interface BoardWords {
  board: string;
  empty: string;
  /** The names of men by the letter of a FEN. */
  men: Readonly<Record<string, string>>;
}

const kinds = ['P', 'N', 'B', 'R', 'Q', 'K'] as const satisfies readonly ManKind[];

/** The words of a board for one language. */
export function boardWords(t: Translate): BoardWords {
  const men = kinds.flatMap((kind): [string, string][] => [
    [kind, t(`chess.white_${kind}`)],
    [kind.toLowerCase(), t(`chess.black_${kind}`)],
  ]);
  return { board: t('chess.board'), empty: t('chess.empty'), men: Object.fromEntries(men) };
}

/** `e4 white pawn`, `e5 empty`. */
export function nameOfCell(words: BoardWords, square: string, letter: string | undefined): string {
  return `${square} ${letter === undefined ? words.empty : (words.men[letter] ?? letter)}`;
}
