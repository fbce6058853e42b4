/**
 * Probcut: a capture that beats beta by a margin in a shallow search would beat it in a deep one (Buro 1995).
 */
import { FRAME_SIZE } from './memory';
import { LOWER, save } from './table';
import { NO_MOVE, unmakeMove } from './make';
import { NO_SCORE, isDecisive } from './values';
import { exchangeReaches } from './exchange';
import { isNoisy, nextMove, pickNoisy } from './picker';
import { key } from './position';
import { play, quiesce, stackAt } from './quiesce';
import { search } from './search';
import { stopped } from './limits';

/** Units above beta that the shallow search has to reach. */
export function probMargin(improving: bool): i32 {
  return 190 - (improving ? 50 : 0);
}

/** The score that cuts the node, or `NO_SCORE`. `evaluation` is the corrected one, `raw` the table's. */
export function tryProbcut(
  frame: usize,
  ply: i32,
  beta: i32,
  margin: i32,
  depth: i32,
  cut: bool,
  hint: i32,
  evaluation: i32,
  raw: i32,
  onPv: bool,
): i32 {
  const child = frame + FRAME_SIZE;
  const ss = stackAt(ply);
  const hash = key();
  const target = beta + margin;
  const gain = target - evaluation;
  pickNoisy(frame, ss, hint && isNoisy(hint) && exchangeReaches(hint, gain) ? hint : NO_MOVE, gain);
  for (;;) {
    const move = nextMove(frame, true);
    if (!move) return NO_SCORE;
    play(ss, move);
    let score = -quiesce(child, ply + 1, -target, 1 - target);
    if (score >= target) score = -search(child, ply + 1, -target, 1 - target, depth - 4, !cut);
    unmakeMove();
    if (stopped) return 0;
    if (score < target) continue;
    save(hash, ply, move, score, raw, depth - 3, LOWER, onPv);
    return isDecisive(score) ? score : score - margin;
  }
}
