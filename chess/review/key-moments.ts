import { isMate, isWonByForce } from './grading.ts';
import type { Annotation, KeyMoment } from './result.ts';

/** How many moves a review points at, and the chances that such a move gave away at least. */
const most = 5;
const leastLoss = 10;
/** A mate that is allowed or missed ends a game that was not decided yet. */
const leastLossOfMate = 5;
/** Chances at which a side is winning; the other is then losing. About two pawns: a piece that was given for one. */
const winning = 67;

/** The moves that gave away most chances, in the order of the game. */
export function keyMoments(annotations: readonly Annotation[]): KeyMoment[] {
  return annotations
    .filter((move) => move.centipawn_loss > 0 && lossOf(move) >= leastFor(move))
    .sort((a, b) => lossOf(b) - lossOf(a) || a.ply - b.ply)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply)
    .map((move) => ({
      ply: move.ply,
      move_number: move.move_number,
      side: move.side,
      san: move.san,
      best_san: move.best_san,
      kind: kindOf(move),
      win_loss: Math.round(lossOf(move) * 10) / 10,
    }));
}

const lossOf = (move: Annotation): number => move.win_before - move.win_after;

function leastFor(move: Annotation): number {
  const kind = kindOf(move);
  return kind === 'allowed_mate' || kind === 'missed_mate' ? leastLossOfMate : leastLoss;
}

function kindOf(move: Annotation): KeyMoment['kind'] {
  const { best_eval: best, played_eval: played } = move;
  if (played < 0 && isMate(played) && !isWonByForce(-best)) return 'allowed_mate';
  if (best > 0 && isMate(best) && !isWonByForce(played)) return 'missed_mate';
  if (move.win_after <= 100 - winning) return 'into_loss';
  return move.win_before >= winning && move.win_after < winning ? 'gave_up_win' : 'setback';
}
