import { isCheck, turnOf } from '../../../chess/position.ts';
import { menOf } from '../board/geometry.ts';

/** The square of the king that is in check; null where none is. */
export function squareInCheck(fen: string): string | null {
  if (!isCheck(fen)) return null;
  const king = turnOf(fen) === 'white' ? 'K' : 'k';
  return [...menOf(fen)].find(([, letter]) => letter === king)?.[0] ?? null;
}
