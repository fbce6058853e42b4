import { mateIn } from '../../engine/result.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import type { PositionAnalysis } from '../../workflows/definitions.ts';

/** The proved result of a move, from the search of the position after it. */
export interface KnownMate {
  move: string;
  /** From the view of the side that mates: `±(30000 - plies)`. */
  score: number;
  /** The move and its continuation. */
  line: string[];
}

/**
 * Returns the mate found in the position after a move, as a result of that move; null without a mate. A shorter search
 * may miss the mate and choose the move that allows it. Tablebase results need no such help: every search reads them.
 */
export function knownMateOf(move: string, next: ReviewPosition | undefined): KnownMate | null {
  if (!next || next.analysis.source !== 'search') return null;
  const { score, lines } = next.analysis;
  if (mateIn(score) === null) return null;
  // one half-move more, and the opposite side
  return { move, score: Math.sign(score) - score, line: [move, ...(lines[0]?.moves ?? [])] };
}

/**
 * Returns the better one of a search's result and the known mate. The search excludes a move that loses; when it chose
 * that move, the move is the only legal one and the known mate is its result.
 */
export function withSettled(found: PositionAnalysis, settled: KnownMate): PositionAnalysis {
  const { move, score, line } = settled;
  const isForced = score < 0 && found.bestMove === move;
  if (!isForced && score <= found.score) return found;
  const mate = mateIn(score);
  return {
    ...found,
    bestMove: move,
    score,
    mateIn: mate,
    lines: [{ rank: 1, score, mateIn: mate, moves: line }],
  };
}
