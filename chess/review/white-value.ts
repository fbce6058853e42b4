import { isMate, movesToMate } from './grading.ts';
import type { Annotation } from './result.ts';

/** A position from White's view: full moves to a mate (0 on mate), or pawns. */
export interface WhiteValue {
  mate: number | null;
  pawns: number;
}

/** The most pawns that a mate or a tablebase win is worth. */
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

/** The value of a score from White's view. */
export function whiteValueOf(score: number): WhiteValue {
  return { pawns: pawnsOf(score), mate: isMate(score) ? movesToMate(score) : null };
}

// avoids a negative zero
const pawnsOf = (score: number): number => Math.max(-mostPawns, Math.min(mostPawns, score / 100)) || 0;
