/** Null move: if passing still holds beta, a move will too. Deep ones are searched again without it: zugzwang. */
import { FRAME_SIZE } from './memory';
import { NO_MOVE, makeNull, unmakeNull } from './make';
import { NO_SCORE, TABLE_BOUND } from './values';
import { S_CORRECTION, S_MOVE, S_PIECE_TO, S_ROW, correctionRowOf, rowOf } from './history';
import { hasPieces, turn } from './position';
import { search } from './search';
import { stackAt } from './quiesce';
import { stopped } from './limits';

/** The least depth at which a cut is verified. */
const VERIFIED_DEPTH: i32 = 15;
/** Null moves are off above this ply while one is being verified. */
let nullFromPly: i32 = 0;

export function allowNull(): void {
  nullFromPly = 0;
}

/** Whether passing may be tried here at all, whatever the evaluation says. */
function mayPass(ply: i32, beta: i32): bool {
  const above = stackAt(ply - 1);
  return load<i32>(above, S_MOVE) != NO_MOVE && beta > -TABLE_BOUND && ply >= nullFromPly && hasPieces(turn);
}

/**
 * The score that cuts the node, or `NO_SCORE`. `still` is the corrected evaluation, `evaluation` its refinement
 * by the table.
 */
export function tryNull(
  frame: usize,
  ply: i32,
  beta: i32,
  depth: i32,
  cut: bool,
  evaluation: i32,
  still: i32,
): i32 {
  if (evaluation < beta || still < beta - 18 * depth + 150 || !mayPass(ply, beta)) return NO_SCORE;
  const child = frame + FRAME_SIZE;
  const ss = stackAt(ply);
  const reduced = depth - (4 + depth / 3 + min((evaluation - beta) / 70, 5));
  store<i32>(ss, NO_MOVE, S_MOVE);
  store<i32>(ss, 0, S_PIECE_TO);
  store<usize>(ss, rowOf(0), S_ROW);
  store<usize>(ss, correctionRowOf(0), S_CORRECTION);
  makeNull();
  let score = -search(child, ply + 1, -beta, 1 - beta, reduced, !cut);
  unmakeNull();
  if (stopped || score < beta) return NO_SCORE;
  if (score >= TABLE_BOUND) score = beta;
  if (nullFromPly || depth < VERIFIED_DEPTH) return score;
  // The node itself has to move.
  nullFromPly = ply + max((3 * reduced) / 4, 1);
  const verified = search(child, ply, beta - 1, beta, reduced, false);
  nullFromPly = 0;
  return !stopped && verified >= beta ? score : NO_SCORE;
}
