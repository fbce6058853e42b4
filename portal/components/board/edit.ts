import { menOf } from './geometry.ts';
import { placementOf } from './replay.ts';

/** Changes of a position, each optional. */
export interface Edit {
  square?: string;
  /** A letter of a FEN; an empty text removes the man. */
  man?: string;
  turn?: 'w' | 'b';
  /** The letters of all castling rights after the change. */
  castling?: readonly string[];
}

/** Each right with the squares and men that it needs. */
const homes = {
  K: { e1: 'K', h1: 'R' },
  Q: { e1: 'K', a1: 'R' },
  k: { e8: 'k', h8: 'r' },
  q: { e8: 'k', a8: 'r' },
} as const satisfies Record<string, Record<string, string>>;

export type Right = keyof typeof homes;
export const rightsToCastle = ['K', 'Q', 'k', 'q'] as const satisfies readonly Right[];

/** Whether king and rook are on their home squares. */
export function mayHaveRight(fen: string, right: Right): boolean {
  const men = menOf(fen);
  return Object.entries(homes[right]).every(([square, man]) => men.get(square) === man);
}

/** Eight ranks of eight squares. */
export function isPlacement(text: string): boolean {
  const ranks = text.split('/');
  return (
    ranks.length === 8 && ranks.every((rank) => /^[1-8PNBRQKpnbrqk]+$/.test(rank) && widthOf(rank) === 8)
  );
}

function widthOf(rank: string): number {
  return [...rank].reduce((width, letter) => width + (Number(letter) || 1), 0);
}

/** The position after a change. Castling rights without king or rook end; so does the en passant square. */
export function edited(fen: string, { square, man, turn, castling }: Edit): string {
  const [placement = '', side = 'w', rights = '-', , , number = '1'] = fen.split(' ');
  const men = menOf(placement);
  if (square !== undefined && man !== undefined) {
    if (man === '') men.delete(square);
    else men.set(square, man);
  }
  const placed = placementOf(men);
  const wanted = castling ?? [...rights];
  const kept = rightsToCastle.filter((right) => wanted.includes(right) && mayHaveRight(placed, right));
  return [placed, turn ?? side, kept.join('') || '-', '-', '0', number].join(' ');
}
