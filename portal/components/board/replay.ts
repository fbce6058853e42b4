import { menOf } from './geometry.ts';

/** The placement after legal moves, `e2e4` or `e7e8q`, that were played from a position. */
export function placementAfter(fen: string, moves: readonly string[]): string {
  const men = menOf(fen);
  for (const move of moves) make(men, move);
  return placementOf(men);
}

/** Castling is the king's move of two squares; a pawn that captures an empty square captures in passing. */
function make(men: Map<string, string>, move: string): void {
  const from = move.slice(0, 2);
  const to = move.slice(2, 4);
  const moved = men.get(from);
  if (moved === undefined) return;
  const isPawn = moved.toLowerCase() === 'p';
  if (isPawn && from[0] !== to[0] && !men.has(to)) men.delete(`${to[0]}${from[1]}`);
  men.delete(from);
  const promotion = move.replace('=', '').slice(4, 5);
  const isWhite = moved === moved.toUpperCase();
  const put = promotion === '' ? moved : isWhite ? promotion.toUpperCase() : promotion.toLowerCase();
  men.set(to, put);
  const distance = to.charCodeAt(0) - from.charCodeAt(0);
  if (moved.toLowerCase() === 'k' && Math.abs(distance) === 2) {
    const rank = to.slice(1);
    make(men, distance > 0 ? `h${rank}f${rank}` : `a${rank}d${rank}`);
  }
}

/** The placement of men by square. */
export function placementOf(men: ReadonlyMap<string, string>): string {
  const rows = [...'87654321'].map((rank) =>
    [...'abcdefgh']
      .map((file) => men.get(`${file}${rank}`) ?? '1')
      .join('')
      .replaceAll(/1+/g, (gap) => String(gap.length)),
  );
  return rows.join('/');
}
