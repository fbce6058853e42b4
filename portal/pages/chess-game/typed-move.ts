import { readBoard } from '../../../chess/board/text.ts';
import type { Move } from '../../../chess/move.ts';
import { notationOf } from '../../../chess/move.ts';
import { unpackMove } from '../../../chess/position.ts';
import { movesBySan } from '../../../chess/san-read.ts';
import { invalidField } from '../../error-words.ts';
import type { Translate } from '../../language.ts';

const shown = 12;

/**
 * The legal move that a reader typed: `Nf3`, `e2e4`, `0-0`. The case of letters is ignored where the text is
 * otherwise invalid. @throws DomainError `validation_failed` about the field `move`
 */
export function typedMove(fen: string, text: string, t: Translate): Move {
  const board = readBoard(fen);
  const small = text.toLowerCase();
  const spellings = [text, small, `${small.slice(0, 1).toUpperCase()}${small.slice(1)}`];
  const found = spellings.map((each) => movesBySan(board, each)).find((moves) => moves.length > 0) ?? [];
  const [first, ...others] = found;
  const move = text.slice(0, shown);
  if (first === undefined) {
    const needsKind = spellings.some((each) => movesBySan(board, `${each}=Q`).length > 0);
    throw needsKind
      ? invalidField('move', 'promotion_required', t('play.needs_kind', { move }))
      : invalidField('move', 'illegal_move', t('play.not_legal', { move }));
  }
  if (others.length === 0) return unpackMove(first);
  const moves = found.map((each) => notationOf(unpackMove(each))).join(', ');
  throw invalidField('move', 'ambiguous_move', t('play.ambiguous', { move, moves }));
}
