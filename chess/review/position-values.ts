import { DomainError } from '../../domain/errors.ts';
import { clocksOf, endOf, occurrencesOf } from '../position.ts';

/** The engine's answer for one position, as far as a review reads it. */
export interface SearchedPosition {
  /** Coordinates; null when the game is over in this position. */
  bestMove: string | null;
  /** Centipawns of the side to move, mates `±(30000 - plies)`. */
  score: number;
  depth: number;
  lines: readonly { moves: readonly string[] }[];
  /** The book's moves here; absent without a book. */
  book?: { moves: readonly { move: string }[] };
  /** Absent without tablebases. */
  tablebase?: { isKnown: boolean };
}

/** No repetition reaches further back: the seventy-five-move rule has ended the game. */
const memory = 150;

/**
 * The value of each position for the side to move: n + 1 values for n moves. A position that the rules have ended
 * needs no search; where the side to move can claim a draw, the value is at least 0.
 * @param fens of the game, beginning with the start
 * @param positions null or missing where the game is over
 * @param first earlier positions are unknown and count as level
 * @throws internal when a position that is not over was not searched
 */
export function valuesOf(
  fens: readonly string[],
  positions: readonly (SearchedPosition | null)[],
  first = 0,
): number[] {
  return fens.map((fen, index) => {
    if (index < first) return 0;
    const before = fens.slice(Math.max(0, index - memory), index);
    const end = endOf(fen, before);
    if (end) return end.reason === 'Checkmate' ? -30_000 : 0;
    const searched = positions[index];
    if (!searched) throw new DomainError('internal', `position ${index} was not searched`);
    const score = Math.round(searched.score);
    return canClaimDraw(fen, before) ? Math.max(score, 0) : score;
  });
}

/** FIDE 9.2 and 9.3, for the current position. */
function canClaimDraw(fen: string, before: readonly string[]): boolean {
  return clocksOf(fen).halfmoves >= 100 || occurrencesOf(fen, before) >= 3;
}
