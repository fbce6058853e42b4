import { mateIn } from '../../engine/result.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import type { PositionAnalysis } from '../../workflows/definitions.ts';

/** The proved result of the search after a move. */
export interface KnownMate {
  move: string;
  /** From the view of the side that mates: `±(30000 - plies)`. */
  score: number;
  /** The move and its continuation. */
  line: string[];
}

/**
 * A mate found in the position after a move, seen from before it; null where there is none. A shorter search may miss
 * it, which would make the move that walks into it the best one. Tablebases need no help: every search asks them.
 */
export function knownMateOf(move: string, next: ReviewPosition | undefined): KnownMate | null {
  if (!next || next.analysis.source !== 'search') return null;
  const { score, lines } = next.analysis;
  if (mateIn(score) === null) return null;
  // a half-move further away, and the other side's
  return { move, score: Math.sign(score) - score, line: [move, ...(lines[0]?.moves ?? [])] };
}

/**
 * The better of a search's result and the settled move. A search proves nothing about a losing move, unless it is
 * the only legal one.
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
