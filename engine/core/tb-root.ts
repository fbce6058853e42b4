/** Tablebases at the root: moves that keep the result come first, and among those the ones that make progress. */
import { FRAMES, FRAME_LIST, FRAME_SIZE, REPORT, T } from './memory';
import { ALL, generate } from './generate';
import { CASTLING, CLOCK, REPEATED, checkers, occupied, st } from './position';
import { DOUBTFUL, M_MOVE, M_TABLE, SPOILT, WON, dropRoot, rootCount, rootMove, sortRoot } from './root';
import { R_TABLE_DTZ, R_TABLE_WDL } from './limits';
import { hasFailed, probeDtz, probeWdl, tableMen, BLESSED_LOSS, CURSED_WIN, LOSS, WIN } from './tb-probe';
import { UNKNOWN_TO_TABLES } from './values';
import { makeMove, unmakeMove } from './make';

const FIFTY: i32 = 100;

/** Whether tables may be asked about the position. */
export function isForTables(): bool {
  return <i32>popcnt(occupied()) <= tableMen() && load<i32>(st, CASTLING) == 0;
}

/**
 * Reports the tables' results for the root, and ranks its moves by them: of any number of lines, none comes before
 * a better one. When `isStrict` only the best are left.
 */
export function askTablesAtRoot(isStrict: bool): void {
  store<i32>(T, UNKNOWN_TO_TABLES, REPORT + R_TABLE_WDL);
  store<i32>(T, UNKNOWN_TO_TABLES, REPORT + R_TABLE_DTZ);
  if (!tableMen() || !isForTables()) return;
  const list = T + FRAMES + FRAME_LIST;
  const wdl = probeWdl(list);
  if (hasFailed()) return;
  const dtz = probeDtz(list);
  if (hasFailed()) return;
  store<i32>(T, wdl, REPORT + R_TABLE_WDL);
  store<i32>(T, dtz, REPORT + R_TABLE_DTZ);
  let best = i32.MIN_VALUE;
  for (let index = 0; index < rootCount; index++) {
    const rank = rankOf(load<i32>(rootMove(index), M_MOVE), list);
    if (hasFailed()) {
      forgetRanks(index);
      return;
    }
    store<i32>(rootMove(index), rank, M_TABLE);
    best = max(best, rank);
  }
  sortRoot(0, rootCount);
  if (!isStrict) return;
  for (let index = rootCount - 1; index >= 0; index--) {
    if (load<i32>(rootMove(index), M_TABLE) < best) dropRoot(index);
  }
}

/** Clears the ranks of the first moves: a table is missing, so they can't be compared with the others. */
function forgetRanks(count: i32): void {
  for (let index = 0; index < count; index++) {
    store<i32>(rootMove(index), UNKNOWN_TO_TABLES, M_TABLE);
  }
}

/**
 * Wins by the shortest way to a zeroing move, losses by the longest: 10,000 less the half-moves until then. Distances may be
 * one short, so 5,000 less them where that decides whether the fifty-move rule spoils it. A spoiled result is
 * close to a draw, which is 0, as is a position that has been on the board twice before.
 */
function rankOf(move: i32, list: usize): i32 {
  const before = load<i32>(st, CLOCK);
  makeMove(move);
  const below = list + FRAME_SIZE;
  let dtz = 0;
  // the move itself starts the clock again, or ends the game
  let isInTime = load<i32>(st, CLOCK) == 0;
  if (isInTime) {
    const wdl = -probeWdl(below);
    dtz = wdl == WIN ? 1 : wdl == CURSED_WIN ? 101 : wdl == BLESSED_LOSS ? -101 : wdl == LOSS ? -1 : 0;
  } else if (load<i32>(st, REPEATED) >= 0) {
    dtz = -probeDtz(below);
    dtz += dtz > 0 ? 1 : dtz < 0 ? -1 : 0;
  }
  if (checkers() && generate(ALL, below) == below) {
    dtz = 1;
    isInTime = true;
  }
  unmakeMove();
  const size = abs(dtz);
  const end = isInTime && size < FIFTY ? 0 : size + before;
  const rank = (end < FIFTY ? WON : end == FIFTY ? DOUBTFUL : SPOILT) - size;
  return dtz > 0 ? rank : dtz < 0 ? -rank : 0;
}
