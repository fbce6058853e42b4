import { isMate, movesToMate } from './grading.ts';
import type { Annotation } from './result.ts';

/** A position as White sees it: full moves to a mate, 0 when it is on the board; otherwise pawns. */
export interface WhiteValue {
  mate: number | null;
  pawns: number;
}

/** Neither mates nor tablebase wins are worth more pawns than this. */
const mostPawns = 100;

/** The value of the position after a move. */
export function whiteValueAfter({ played_eval: played, side }: Annotation): WhiteValue {
  const score = side === 'white' ? played : -played;
  // a mate is counted from before the move
  return { pawns: pawnsOf(score), mate: isMate(score) ? movesToMate(score + Math.sign(score)) : null };
}

/** The value of the position before it, by its best move. */
export function whiteValueBefore({ best_eval: best, side }: Annotation): WhiteValue {
  return whiteValueOf(side === 'white' ? best : -best);
}

/** The value of a score as White sees it. */
export function whiteValueOf(score: number): WhiteValue {
  return { pawns: pawnsOf(score), mate: isMate(score) ? movesToMate(score) : null };
}

// no minus sign before a zero
const pawnsOf = (score: number): number => Math.max(-mostPawns, Math.min(mostPawns, score / 100)) || 0;
