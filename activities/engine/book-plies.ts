import type { BookAnswer } from '../../workflows/definitions.ts';

/** The number of half-moves from the start of a game that are in the book without a gap. */
export function bookPlies(
  game: { startFen: string; moves: readonly string[] },
  lookUp: (fen: string, moves: readonly string[]) => BookAnswer | undefined,
): number {
  for (const [ply, played] of game.moves.entries()) {
    const answer = lookUp(game.startFen, game.moves.slice(0, ply));
    if (!answer?.moves.some(({ move }) => move === played)) return ply;
  }
  return game.moves.length;
}
