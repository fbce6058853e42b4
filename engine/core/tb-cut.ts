/** The tablebases' result for a node of the search. */
import { CLOCK, key, st } from './position';
import { EXACT, LOWER, UPPER, save } from './table';
import { MAX_PLY } from './memory';
import { NO_MOVE } from './make';
import { NO_SCORE, TABLE_BOUND } from './values';
import { isForTables } from './tb-root';
import { tableMen, tableScore } from './tb-probe';

/** The score when it decides the node, and remembers it; `NO_SCORE` when the search has to go on. */
export function tableCut(list: usize, ply: i32, alpha: i32, beta: i32, depth: i32, pv: bool): i32 {
  if (!tableMen() || load<i32>(st, CLOCK) != 0 || !isForTables()) return NO_SCORE;
  const score = tableScore(list, ply);
  if (score == NO_SCORE) return NO_SCORE;
  const bound = score >= TABLE_BOUND ? LOWER : score <= -TABLE_BOUND ? UPPER : EXACT;
  if (bound != EXACT && (bound == LOWER ? score < beta : score > alpha)) return NO_SCORE;
  save(key(), ply, NO_MOVE, score, NO_SCORE, min(depth + 6, MAX_PLY), bound, pv);
  return score;
}
