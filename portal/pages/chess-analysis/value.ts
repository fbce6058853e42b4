import { winPercent } from '../../../chess/review/accuracy.ts';
import { isMate, movesToMate } from '../../../chess/review/grading.ts';
import type { Side } from '../../../chess/side.ts';

/** A score as White sees it. */
export interface Value {
  /** `+0.35`, `#-3`, `#`. */
  shown: string;
  /** `+0.3`, for the bar. */
  short: string;
  /** Winning chances, 0 to 100. */
  chances: number;
}

/** Neither mates nor tablebase wins are worth more pawns than this. */
const mostPawns = 100;

/** @param score of the side to move, mates `±(30000 - plies)` */
export function valueOf(score: number, turn: Side): Value {
  const ours = turn === 'white' || score === 0 ? score : -score;
  return {
    shown: shownAs(ours, 2),
    short: shownAs(ours, 1),
    chances: Math.round(winPercent(ours) * 10) / 10,
  };
}

function shownAs(score: number, digits: number): string {
  if (isMate(score)) {
    const moves = movesToMate(score);
    return moves === 0 ? '#' : `#${moves}`;
  }
  const pawns = Math.abs(score) / 100;
  const text = pawns >= mostPawns ? `${mostPawns}` : pawns.toFixed(digits);
  if (Number(text) === 0) return text;
  return `${score > 0 ? '+' : '-'}${text}`;
}
