import type { KnownPosition } from '../../engine/request.ts';
import { mateIn, mateScore } from '../../engine/result.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';

/**
 * Half-moves of the next position's line that are used: later ones may come from tables, and a new search is as good.
 */
const lineLength = 8;
/** A search rarely reaches a position that is further away. */
export const farthestKnown = 40;

/**
 * Returns the results of later positions of a game for the search of the position at `ply`. The results come from
 * stored answers, never from the memory of a process: a search after a crash finds the same.
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

/** A mate score also applies to the later moves of the line when the line reaches the mate. */
function knownPart({ score, moves }: { score: number; moves: readonly string[] }): number {
  const isWhole = mateIn(score) === null || moves.length >= mateScore - Math.abs(score);
  return isWhole ? lineLength : 1;
}

/** The score of a line after `plies` of its moves, for the side to move there: mates are nearer. */
function scoreAfter(score: number, plies: number): number {
  const own = mateIn(score) === null ? score : score + Math.sign(score) * plies;
  return plies % 2 === 0 ? own : -own;
}
