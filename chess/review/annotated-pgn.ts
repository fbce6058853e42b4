import type { Annotation, Quality, ReviewResult } from './result.ts';
import { whiteValueAfter } from './white-value.ts';

/** The comment beside a move in PGN. */
export interface MoveComment {
  /** Numeric annotation glyphs, without the dollar sign. */
  nags?: number[];
  /** The text inside the braces. */
  text?: string;
  /** SAN of the better line. */
  line?: string[];
}

const nags: Partial<Record<Quality, number>> = { Inaccuracy: 6, Mistake: 2, Blunder: 4 };

/** A PGN comment is for people: longer lines are cut. */
const lineLimit = 12;

/** The review of a game as comments by half-move, from 1. Book moves have none. */
export function reviewComments({
  annotations,
}: Pick<ReviewResult, 'annotations'>): ReadonlyMap<number, MoveComment> {
  const comments = annotations
    .map((move) => [move.ply, commentOf(move)] as const)
    .filter(([, comment]) => Object.keys(comment).length > 0);
  return new Map(comments);
}

function commentOf(move: Annotation): MoveComment {
  const text = move.is_book_move ? null : evalText(move);
  const nag = nags[move.quality];
  const line = move.principal_variation_san.length > 0 ? move.principal_variation_san : [move.best_san];
  return {
    ...(text !== null && { text }),
    ...(nag !== undefined && { nags: [nag], line: line.slice(0, lineLimit) }),
  };
}

/** The evaluation after the move from White's view, in pawns or moves to mate; null on mate. */
function evalText(move: Annotation): string | null {
  const { mate, pawns } = whiteValueAfter(move);
  if (mate === 0) return null;
  return mate === null ? `[%eval ${pawns.toFixed(2)}]` : `[%eval #${mate}]`;
}
