/** Tablebases at the root: only moves that keep the result, and among those the ones that make progress. */
import { FRAMES, FRAME_LIST, FRAME_SIZE, REPORT, T } from './memory';
import { ALL, generate } from './generate';
import { CASTLING, CLOCK, REPEATED, checkers, occupied, st } from './position';
import { M_MOVE, M_ORDER, dropRoot, rootCount, rootMove } from './root';
import { R_TABLE_DTZ, R_TABLE_WDL } from './limits';
import { hasFailed, probeDtz, probeWdl, tableMen, BLESSED_LOSS, CURSED_WIN, LOSS, WIN } from './tb-probe';
import { makeMove, unmakeMove } from './make';

/** What the report says when no table knows the root. */
const NOTHING: i32 = 0x7fff;
const FIFTY: i32 = 100;

/** Whether tables may be asked about the position. */
export function isForTables(): bool {
  return <i32>popcnt(occupied()) <= tableMen() && load<i32>(st, CASTLING) == 0;
}

/** Reports what tables say about the root and, when `isStrict`, leaves only the best of its moves. */
export function askTablesAtRoot(isStrict: bool): void {
  store<i32>(T, NOTHING, REPORT + R_TABLE_WDL);
  store<i32>(T, NOTHING, REPORT + R_TABLE_DTZ);
  if (!tableMen() || !isForTables()) return;
  const list = T + FRAMES + FRAME_LIST;
  const wdl = probeWdl(list);
  if (hasFailed()) return;
  const dtz = probeDtz(list);
  if (hasFailed()) return;
  store<i32>(T, wdl, REPORT + R_TABLE_WDL);
  store<i32>(T, dtz, REPORT + R_TABLE_DTZ);
  if (!isStrict) return;
  let best = i32.MIN_VALUE;
  for (let index = 0; index < rootCount; index++) {
    const rank = rankOf(load<i32>(rootMove(index), M_MOVE), list);
    if (hasFailed()) return;
    store<i32>(rootMove(index), rank, M_ORDER);
    best = max(best, rank);
  }
  for (let index = rootCount - 1; index >= 0; index--) {
    if (load<i32>(rootMove(index), M_ORDER) < best) dropRoot(index);
  }
}

/** Wins by the shortest way to a zeroing move, losses by the longest; wins the fifty-move rule spoils lie between. */
function rankOf(move: i32, list: usize): i32 {
  const before = load<i32>(st, CLOCK);
  makeMove(move);
  const below = list + FRAME_SIZE;
  let dtz = 0;
  if (load<i32>(st, CLOCK) == 0) {
    const wdl = -probeWdl(below);
    dtz = wdl == WIN ? 1 : wdl == CURSED_WIN ? 101 : wdl == BLESSED_LOSS ? -101 : wdl == LOSS ? -1 : 0;
  } else if (!load<i32>(st, REPEATED)) {
    dtz = -probeDtz(below);
    dtz += dtz > 0 ? 1 : dtz < 0 ? -1 : 0;
  }
  if (checkers() && generate(ALL, below) == below) dtz = 1;
  unmakeMove();
  if (dtz > 0) return dtz + before < FIFTY ? 10000 - dtz : 1000 - dtz;
  if (dtz < 0) return before - dtz < FIFTY ? -10000 - dtz : -1000 - dtz;
  return 0;
}
