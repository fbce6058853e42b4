import type { KnownPosition } from '../../engine/request.ts';
import { mateIn, mateScore } from '../../engine/result.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';

/** Of the next position's line, whose end may be the table's: further on, a search of its own is as good. */
const lineLength = 8;
/** A position further away hardly occurs in a search. */
export const farthestKnown = 40;

/**
 * The results of searches of later positions of a game for the one of `ply`. They come from the stored answers, never
 * from the memory of a process: after any crash, a search finds the same.
 */
export function knownAfter(
  ply: number,
  moves: readonly string[],
  later: readonly ReviewPosition[],
): KnownPosition[] {
  return later
    .filter((position) => position.ply > ply && position.ply - ply <= farthestKnown)
    .flatMap((position) => {
      const path = moves.slice(ply, position.ply);
      return position.ply === ply + 1 ? alongLine(path, position) : alongLine(path, position).slice(0, 1);
    });
}

function alongLine(path: readonly string[], { analysis }: ReviewPosition): KnownPosition[] {
  const [line] = analysis.lines;
  if (analysis.source !== 'search' || !line) return [];
  const known: KnownPosition[] = [];
  for (const [plies, move] of line.moves.slice(0, knownPart(line)).entries()) {
    const depth = analysis.depth - plies;
    if (depth < 1) break;
    known.push({
      moves: [...path, ...line.moves.slice(0, plies)],
      move,
      score: scoreAfter(line.score, plies),
      depth,
    });
  }
  return known;
}

/** A mate is also that of the moves after the first one when the line reaches it. */
function knownPart({ score, moves }: { score: number; moves: readonly string[] }): number {
  const isWhole = mateIn(score) === null || moves.length >= mateScore - Math.abs(score);
  return isWhole ? lineLength : 1;
}

/** The score of a line for the side to move, some plies later: mates are nearer. */
function scoreAfter(score: number, plies: number): number {
  const own = mateIn(score) === null ? score : score + Math.sign(score) * plies;
  return plies % 2 === 0 ? own : -own;
}
