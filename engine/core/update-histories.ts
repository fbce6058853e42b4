/** Updates of the histories: by moves that refuted their node, by the move that led here, by errors of the evaluation. */
import { FRAME_NOISY, FRAME_QUIETS } from './memory';
import {
  learnCorrection,
  nudgeCapture,
  nudgeContinuation,
  nudgeQuiet,
  nudgeQuietBefore,
  S_EVALUATION,
  S_KILLER,
  S_KILLER2,
  S_MOVE,
  S_PIECE_TO,
  setCounterMove,
} from './history';
import { NO_MOVE, PROMOTE, flagOf } from './make';
import { isNoisy } from './picker';
import { LOWER, UPPER } from './table';
import { MATE_BOUND, NO_SCORE } from './values';
import { CAPTURED, st } from './position';

function bonusOf(depth: i32): i32 {
  return min(170 * depth - 60, 1900);
}

function malusOf(depth: i32): i32 {
  return min(190 * depth - 40, 1700);
}

/** Rewards the best move and blames those tried before it, which the frame lists. */
export function rewardCut(ss: usize, move: i32, depth: i32, frame: usize, quiets: i32, noisies: i32): void {
  const malus = malusOf(depth);
  if (isNoisy(move)) {
    nudgeCapture(move, bonusOf(depth));
  } else {
    if (load<i32>(ss, S_KILLER) != move) {
      store<i32>(ss, load<i32>(ss, S_KILLER), S_KILLER2);
      store<i32>(ss, move, S_KILLER);
    }
    setCounterMove(ss, move);
    // A shallow cut by the first quiet move says little.
    if (depth > 2 || quiets) nudgeQuiet(ss, move, bonusOf(depth));
    for (let index = 0; index < quiets; index++) {
      nudgeQuiet(ss, load<u16>(frame + FRAME_QUIETS + (index << 1)), -malus);
    }
  }
  for (let index = 0; index < noisies; index++) {
    nudgeCapture(load<u16>(frame + FRAME_NOISY + (index << 1)), -malus);
  }
}

/** A reduced move that was searched again: in full it either held its promise or it did not. */
export function rewardAgain(ss: usize, score: i32, alpha: i32, beta: i32, depth: i32): void {
  const bonus = score <= alpha ? -bonusOf(depth) : score >= beta ? bonusOf(depth) : 0;
  if (bonus) nudgeContinuation(ss, load<i32>(ss, S_PIECE_TO), bonus);
}

/** Nothing helped against the quiet move before: it was a good one. `above`: the stack where it was played. */
export function rewardBefore(above: usize, depth: i32): void {
  if (!isQuietBefore(above)) return;
  const bonus = bonusOf(depth) / 2;
  nudgeContinuation(above, load<i32>(above, S_PIECE_TO), bonus);
  nudgeQuietBefore(load<i32>(above, S_MOVE), bonus);
}

/** A quiet move that improves the position of its side was a good one. `above`: the stack where it was played. */
export function learnMoveBefore(above: usize, evaluation: i32): void {
  const before = load<i32>(above, S_EVALUATION);
  if (before == NO_SCORE || !isQuietBefore(above)) return;
  nudgeQuietBefore(load<i32>(above, S_MOVE), min(max(-100 * (before + evaluation), -2000), 2000));
}

function isQuietBefore(above: usize): bool {
  const move = load<i32>(above, S_MOVE);
  return move != NO_MOVE && flagOf(move) < PROMOTE && !load<i32>(st, CAPTURED);
}

/** The difference between the search's score and the evaluation, where the bound proves which of them is wrong. */
export function learnError(ss: usize, score: i32, evaluation: i32, bound: i32, depth: i32): void {
  if (bound == LOWER && score <= evaluation) return;
  if (bound == UPPER && score >= evaluation) return;
  if (abs(score) < MATE_BOUND) learnCorrection(ss, score - evaluation, depth);
}
