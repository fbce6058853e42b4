import { chancesLost, isMate, isWonByForce } from './grading.ts';
import type { Annotation, KeyMoment } from './result.ts';

/**
 * Chances at which a game is decided (about four pawns), and at which a side is winning (about two: a piece for a
 * pawn).
 */
const decided = 80;
const winning = 67;
/** In a decided game a blunder counts only with this loss of chances; an allowed or missed mate needs less. */
const leastLoss = 10;
const leastLossOfMate = 5;

/** Every blunder, in the order of the game, except idle ones of a decided game. */
export function keyMoments(annotations: readonly Annotation[]): KeyMoment[] {
  return annotations
    .filter((move) => isBlunder(move) && !isOfDecidedGame(move))
    .map((move) => ({
      ply: move.ply,
      move_number: move.move_number,
      side: move.side,
      san: move.san,
      best_san: move.best_san,
      kind: kindOf(move),
      win_loss: Math.round(chancesLost(move) * 10) / 10,
    }));
}

/** A blunder without effect: the same side was clearly winning before and after it. */
export function isIdleBlunder(move: Annotation): boolean {
  return isBlunder(move) && isOfDecidedGame(move);
}

const isBlunder = ({ quality }: Annotation): boolean => quality === 'Blunder';

function isOfDecidedGame(move: Annotation): boolean {
  const { win_before: before, win_after: after } = move;
  const isDecided = after >= decided || before <= 100 - decided;
  return isDecided && chancesLost(move) < leastFor(kindOf(move));
}

function leastFor(kind: KeyMoment['kind']): number {
  return kind === 'allowed_mate' || kind === 'missed_mate' ? leastLossOfMate : leastLoss;
}

function kindOf(move: Annotation): KeyMoment['kind'] {
  const { best_eval: best, played_eval: played } = move;
  if (played < 0 && isMate(played) && !isWonByForce(-best)) return 'allowed_mate';
  if (best > 0 && isMate(best) && !isWonByForce(played)) return 'missed_mate';
  if (move.win_after <= 100 - winning) return 'into_loss';
  return move.win_before >= winning && move.win_after < winning ? 'gave_up_win' : 'setback';
}
