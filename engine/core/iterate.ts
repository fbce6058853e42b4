/** Iterative deepening with aspiration windows, several lines, and the decision when a move is good enough. */
import { REPORT, STACK, STACK_MARGIN, STACK_SIZE, T } from './memory';
import { INFINITE, MATE, MATE_BOUND, NO_SCORE } from './values';
import {
  M_MOVE,
  M_NODES,
  M_PREVIOUS,
  M_SCORE,
  fillRoot,
  rootCount,
  rootMove,
  searchRoot,
  sortRoot,
} from './root';
import {
  R_DEPTH,
  R_HASHFULL,
  R_LINES,
  R_NODES,
  allowStop,
  elapsed,
  nodes,
  startCounting,
  stopAll,
  stopped,
} from './limits';
import { S_CORRECTION, S_EVALUATION, S_ROW, correctionRowOf, rowOf } from './history';
import { beginDepth } from './search';
import { openBusy } from './busy-moves';
import { hashfull, openTable } from './table';
import { prolong } from './extend-line';
import { report } from './host';
import { askTablesAtRoot } from './tb-root';

const FIRST_WINDOW: i32 = 12;
/** From here on every second thread leaves out depths. */
const STRIDE_FROM: i32 = 5;
/** A search for a mate that took no more nodes is followed by the next at once. */
const CHEAP: u64 = 100000;
/** A search whose first thread took this many nodes looks once for mates this short; that takes a few hundred more. */
const LONG: u64 = 100000;
const SHORT_MATE: i32 = 2;

/** Moves up to which a mate was looked for, and the nodes the last of these searches took. */
let matesTried: i32 = 0;
let mateNodes: u64 = 0;

function prepareStack(): void {
  memory.fill(T + STACK, 0, STACK_SIZE * 264);
  for (let index = 0; index < 264; index++) {
    const entry = T + STACK + <usize>index * STACK_SIZE;
    store<usize>(entry, rowOf(0), S_ROW);
    store<usize>(entry, correctionRowOf(0), S_CORRECTION);
    if (index < STACK_MARGIN) store<i32>(entry, NO_SCORE, S_EVALUATION);
  }
}

/**
 * Searches the position of this thread. Thread 0 keeps the limits: nodes, milliseconds after which no new
 * depth starts and after which everything stops, and a mate in so many moves that is enough (0 for none).
 * Returns the depth completed.
 */
export function iterate(
  thread: i32,
  maxDepth: i32,
  lines: i32,
  maxNodes: f64,
  softMs: f64,
  hardMs: f64,
  mateIn: i32,
): i32 {
  openTable();
  openBusy();
  prepareStack();
  startCounting(thread == 0, maxNodes, hardMs);
  fillRoot();
  askTablesAtRoot(lines == 1);
  if (lines > rootCount) lines = rootCount;
  store<i32>(T, 0, REPORT + R_DEPTH);
  store<i32>(T, lines, REPORT + R_LINES);
  matesTried = 0;
  mateNodes = 0;
  let completed = 0;
  let stable = 0;
  let lastBest = 0;
  let lastScore = 0;
  for (let depth = 1; depth <= maxDepth && rootCount && !stopped; depth++) {
    if (leavesOut(thread, depth, maxDepth)) continue;
    beginDepth(depth);
    for (let index = 0; index < rootCount; index++) {
      store<i32>(rootMove(index), load<i32>(rootMove(index), M_SCORE), M_PREVIOUS);
    }
    for (let first = 0; first < lines && !stopped; first++) {
      searchLine(first, depth);
      if (stopped) break;
      sortRoot(0, first + 1);
    }
    if (depth == 1 && !thread) allowStop();
    else if (stopped) break;
    completed = depth;
    publish(depth);
    if (thread) continue;
    prolongLines(lines, depth);
    for (let rank = 0; rank < lines; rank++) report(rank, rank == lines - 1 ? 1 : 0);

    if (mateIn && (isMateIn(mateIn) || findMate(mateIn, depth))) break;
    if (!matesTried && nodes >= LONG && !isMateIn(SHORT_MATE)) findMate(SHORT_MATE, depth);
    const best = rootMove(0);
    const score = load<i32>(best, M_SCORE);
    const move = load<i32>(best, M_MOVE);
    stable = move == lastBest ? min(stable + 1, 8) : 0;
    if (elapsed() >= softMs * patience(best, stable, lastScore - score)) break;
    lastBest = move;
    lastScore = score;
  }
  if (stopped) keepLowerLines(lines);
  prolongLines(lines, completed);
  publish(completed);
  // The first thread that gets there ends the search of all.
  if (!thread || completed == maxDepth) stopAll();
  return completed;
}

/**
 * Every second thread takes two depths at once, the last one among them: its results are deeper than the others need,
 * so they repeat less of it. Depths come sooner, and games were not worse for it (bench/engine/README.md).
 */
function leavesOut(thread: i32, depth: i32, maxDepth: i32): bool {
  return depth >= STRIDE_FROM && (thread & (maxDepth - depth) & 1) != 0;
}

/**
 * A depth that was stopped never reached the lower lines: they keep the values of the depth before. The one it was
 * busy with may hold a bound only: none claims more than the one above.
 */
function keepLowerLines(lines: i32): void {
  for (let rank = 1; rank < lines; rank++) {
    const record = rootMove(rank);
    const score = load<i32>(record, M_SCORE);
    const own = score > -INFINITE ? score : load<i32>(record, M_PREVIOUS);
    store<i32>(record, min(own, load<i32>(rootMove(rank - 1), M_SCORE)), M_SCORE);
  }
}

function prolongLines(lines: i32, depth: i32): void {
  for (let rank = 0; rank < lines; rank++) prolong(rank, depth);
}

/** Whether the best move mates in so many moves. */
function isMateIn(moves: i32): bool {
  return load<i32>(rootMove(0), M_SCORE) >= MATE - 2 * moves;
}

/**
 * Looks for mates in one move, two moves, and so on with every move searched: the ordinary search prunes quiet moves
 * which only lead to mate, and takes a side that would rather pass for safe. The longer ones wait until that search
 * took some time too. True when it has one; it counts as found at the depth that was completed, or its own.
 */
function findMate(most: i32, completed: i32): bool {
  while (matesTried < most && (mateNodes < CHEAP || 3 * mateNodes <= nodes)) {
    const moves = ++matesTried;
    const before = nodes;
    beginDepth(2 * moves - 1, true);
    const score = searchRoot(0, MATE - 2 * moves, MATE, 2 * moves - 1);
    mateNodes = nodes - before;
    if (stopped) return false;
    if (score < MATE - 2 * moves + 1) continue;
    sortRoot(0, rootCount);
    publish(max(completed, 2 * moves - 1));
    report(0, 1);
    return true;
  }
  return false;
}

/** How far to stretch the time: little for a settled, obvious move, much after a drop of the score. */
function patience(best: usize, stable: i32, drop: i32): f64 {
  const share = nodes ? <f64>load<u64>(best, M_NODES) / <f64>nodes : 1;
  const byShare = 1.65 - 1.2 * share;
  const byStability = 1.25 - 0.06 * <f64>stable;
  const byDrop = min(max(1 + 0.012 * <f64>drop, 0.8), 1.6);
  return byShare * byStability * byDrop;
}

function searchLine(first: i32, depth: i32): void {
  const record = rootMove(first);
  const expected = load<i32>(record, M_PREVIOUS);
  let window = FIRST_WINDOW + abs(expected) / 200;
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (depth >= 5 && abs(expected) < MATE_BOUND) {
    alpha = max(expected - window, -INFINITE);
    beta = min(expected + window, INFINITE);
  }
  let raised = 0;
  for (;;) {
    const score = searchRoot(first, alpha, beta, max(1, depth - raised));
    sortRoot(first, rootCount);
    if (stopped) return;
    if (score <= alpha && alpha > -INFINITE) {
      beta = (alpha + beta) / 2;
      alpha = max(score - window, -INFINITE);
      raised = 0;
    } else if (score >= beta && beta < INFINITE) {
      beta = min(score + window, INFINITE);
      if (raised < 2 && abs(score) < MATE_BOUND) raised++;
    } else {
      return;
    }
    window += window / 2 + 3;
    if (window > 600) {
      alpha = -INFINITE;
      beta = INFINITE;
    }
  }
}

function publish(depth: i32): void {
  store<u64>(T, nodes, REPORT + R_NODES);
  store<i32>(T, depth, REPORT + R_DEPTH);
  store<i32>(T, hashfull(), REPORT + R_HASHFULL);
}
