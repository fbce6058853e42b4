import type { Analyst } from '../../activities/engine/analyst.ts';
import { createReviewSearch } from '../../activities/engine/review-search.ts';
import { annotateGame } from '../../chess/review/annotate.ts';
import { readPlayedMoves } from '../../chess/review/played-moves.ts';
import type { ReviewResult } from '../../chess/review/result.ts';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';

const never = new AbortController().signal;

/** Reviews a game as the service does, but without its workflow: the last position first. */
export async function reviewInProcess(
  analyst: Analyst,
  { startFen, moves }: { startFen: string; moves: string[] },
  settings: { depth: number; movetimeMs: number },
): Promise<ReviewResult> {
  const search = createReviewSearch(analyst);
  const later: ReviewPosition[] = [];
  for (let ply = moves.length; ply >= 0; ply--) {
    const analysis = await search({ startFen, moves, settings }, ply, later, never);
    later.unshift({ ply, analysis });
  }
  return annotateGame({
    startFen,
    moves: readPlayedMoves(startFen, moves),
    positions: later.map(({ analysis }) => analysis),
    settings: { depth: settings.depth, isBookAvailable: true, isTablebaseAvailable: false },
  });
}
