import { isCheck, turnOf } from '../../../chess/position.ts';
import { menOf } from '../board/geometry.ts';

/** The square of a king in check; null without one. */
export function squareInCheck(fen: string): string | null {
  if (!isCheck(fen)) return null;
  const king = turnOf(fen) === 'white' ? 'K' : 'k';
  return [...menOf(fen)].find(([, letter]) => letter === king)?.[0] ?? null;
}
