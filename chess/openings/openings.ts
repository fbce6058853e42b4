import { closedGames } from './closed-games.ts';
import { flankGames } from './flank-games.ts';
import { indianGames } from './indian-games.ts';
import { openGames } from './open-games.ts';
import { queenPawnGames } from './queen-pawn-games.ts';
import { type OpeningLine, readLines } from './read-lines.ts';
import { semiOpenGames } from './semi-open-games.ts';
import { sicilianGames } from './sicilian-games.ts';

/** Names are proper names: English in every language. */
export type Opening = Pick<OpeningLine, 'eco' | 'name'>;

/** An opening and the half-move of a game that reached it. */
export interface ReachedOpening extends Opening {
  ply: number;
}

/** All named openings, each with its usual moves. */
export const openingLines: readonly OpeningLine[] = [
  flankGames,
  queenPawnGames,
  indianGames,
  semiOpenGames,
  sicilianGames,
  openGames,
  closedGames,
].flatMap(readLines);

const byPosition = new Map(openingLines.map((line) => [line.position, line]));

/** The opening of a position, reached by any moves. */
export function openingAt(fen: string): Opening | null {
  const line = byPosition.get(fen.split(' ', 3).join(' '));
  return line ? { eco: line.eco, name: line.name } : null;
}

/** The opening of a game is at most this many half-moves long; all names end well before. */
export const openingPlies = 60;

/**
 * The last position of a game that has a name.
 * @param fens of the game, the first is the start
 */
export function openingOf(fens: readonly string[]): ReachedOpening | null {
  for (let ply = Math.min(fens.length - 1, openingPlies); ply >= 0; ply--) {
    const opening = openingAt(fens[ply] ?? '');
    if (opening) return { ...opening, ply };
  }
  return null;
}
