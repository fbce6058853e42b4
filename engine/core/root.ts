/** The root: its moves with their scores and variations, and the search of one depth over them. */
import {
  FRAMES,
  FRAME_LIST,
  FRAME_SIZE,
  LINE_SIZE,
  ROOT_MOVES,
  ROOT_MOVE_SIZE,
  STACK_SIZE,
  T,
} from './memory';
import { ALL, ENTRY, generate } from './generate';
import { EXACT, LOWER, UPPER, moveIn, probe, save } from './table';
import { INFINITE, MATE_BOUND, NO_SCORE, UNKNOWN_TO_TABLES } from './values';
import { NO_MOVE, unmakeMove } from './make';
import {
  S_EVALUATION,
  S_EXCLUDED,
  S_KILLER,
  S_KILLER2,
  S_DOUBLED,
  S_PV,
  S_CUTOFFS,
  S_COUNT,
  captureHistory,
  quietHistory,
} from './history';
import { checkers, key } from './position';
import { clearLine, lineLength, rowAt } from './line';
import { corrected, play, stackAt } from './quiesce';
import { countNode, hurries, nodes, resetSelectiveDepth, selectiveDepth, stopped } from './limits';
import { evaluate } from './evaluate';
import { clearBusy, isBusy, markBusy, shares, SHARED_DEPTH } from './busy-moves';
import { isNoisy } from './picker';
import { reductionOf } from './reduce';
import { isExhaustive, search } from './search';
import { rewardCut } from './update-histories';

/** Offsets within a root move; its variation starts at `M_LINE` with its length. */
export const M_MOVE: usize = 0;
export const M_SCORE: usize = 4;
export const M_PREVIOUS: usize = 8;
export const M_SELDEPTH: usize = 12;
export const M_NODES: usize = 16;
/** Order among moves that did not become best. */
export const M_ORDER: usize = 24;
/** Another thread is searching it. */
const M_DEFERRED: usize = 28;
/** Its rank by tablebases; `UNKNOWN_TO_TABLES` without them. */
export const M_TABLE: usize = 32;
export const M_LINE: usize = 64;

export let rootCount: i32 = 0;

export function rootMove(index: i32): usize {
  return T + ROOT_MOVES + <usize>index * ROOT_MOVE_SIZE;
}

export function clearRoot(): void {
  rootCount = 0;
}

export function addRoot(move: i32): void {
  const record = rootMove(rootCount++);
  memory.fill(record, 0, ROOT_MOVE_SIZE);
  store<i32>(record, move, M_MOVE);
  store<i32>(record, -INFINITE, M_SCORE);
  store<i32>(record, -INFINITE, M_PREVIOUS);
  store<i32>(record, UNKNOWN_TO_TABLES, M_TABLE);
  store<u16>(record, 1, M_LINE);
  store<u16>(record, <u16>move, M_LINE + 2);
}

/** Takes a move out of the root. */
export function dropRoot(index: i32): void {
  rootCount--;
  memory.copy(rootMove(index), rootMove(index + 1), <usize>(rootCount - index) * ROOT_MOVE_SIZE);
}

/** All legal moves, unless the host named some; the table's move first. */
export function fillRoot(): void {
  if (rootCount) return;
  const list = T + FRAMES + FRAME_LIST;
  const end = generate(ALL, list);
  for (let entry = list; entry < end; entry += ENTRY) addRoot(load<i32>(entry));
  const word = probe(key());
  const ss = stackAt(0);
  for (let index = 0; index < rootCount; index++) {
    const record = rootMove(index);
    const move = load<i32>(record, M_MOVE);
    const isHint = word != 0 && moveIn(word) == move;
    const order = isHint ? 1 << 20 : isNoisy(move) ? 20000 + captureHistory(move) : quietHistory(ss, move);
    store<i32>(record, order, M_ORDER);
  }
  sortRoot(0, rootCount);
}

/** Keeps the order of equals, so that results never depend on chance. */
export function sortRoot(from: i32, to: i32): void {
  const spare = rootMove(rootCount);
  for (let index = from + 1; index < to; index++) {
    let place = index;
    while (place > from && isBetter(rootMove(index), rootMove(place - 1))) place--;
    if (place == index) continue;
    memory.copy(spare, rootMove(index), ROOT_MOVE_SIZE);
    memory.copy(rootMove(place + 1), rootMove(place), <usize>(index - place) * ROOT_MOVE_SIZE);
    memory.copy(rootMove(place), spare, ROOT_MOVE_SIZE);
  }
}

function isBetter(a: usize, b: usize): bool {
  const tier = tierOf(a) - tierOf(b);
  if (tier) return tier > 0;
  const certain = certaintyOf(a) - certaintyOf(b);
  if (certain) return certain > 0;
  const difference = load<i32>(a, M_SCORE) - load<i32>(b, M_SCORE);
  if (difference) return difference > 0;
  const before = load<i32>(a, M_PREVIOUS) - load<i32>(b, M_PREVIOUS);
  return before ? before > 0 : load<i32>(a, M_ORDER) > load<i32>(b, M_ORDER);
}

/** Ranks of moves by tablebases; a rank is its bound less the half-moves until the clock starts again. */
export const WON: i32 = 10000;
export const DOUBTFUL: i32 = 5000;
export const SPOILT: i32 = 1000;
const LONGEST: i32 = 100;

/**
 * Moves of one tier have the same result by tablebases: 2 for a win, 1 where it is not sure whether it comes in time, 0 for
 * everything that ends as a draw, and so on.
 */
function tierOf(record: usize): i32 {
  const rank = load<i32>(record, M_TABLE);
  const size = abs(rank);
  const tier = size >= WON - LONGEST ? 2 : size >= DOUBTFUL - LONGEST ? 1 : 0;
  return rank < 0 ? -tier : tier;
}

/** The rank, unless the search has found something surer: that the move mates. Among equals the search decides. */
function certaintyOf(record: usize): i32 {
  const rank = load<i32>(record, M_TABLE);
  const score = load<i32>(record, M_SCORE);
  return rank > 0 && rank != UNKNOWN_TO_TABLES && score >= MATE_BOUND ? score : rank;
}

/** The place behind the last move with the same result by tablebases; moves are in the order of results. */
function tierEnd(first: i32): i32 {
  const tier = tierOf(rootMove(first));
  let end = first + 1;
  while (end < rootCount && tierOf(rootMove(end)) == tier) end++;
  return end;
}

/**
 * Searches root moves from `first` on, as far as they have the same result by tablebases, within the window; earlier ones
 * are better lines already found.
 */
export function searchRoot(first: i32, alpha: i32, beta: i32, depth: i32): i32 {
  const frame = T + FRAMES;
  const child = frame + FRAME_SIZE;
  const ss = stackAt(0);
  const below = ss + STACK_SIZE;
  const inCheck = checkers() != 0;
  clearLine(0);
  countNode();
  if (stopped) return 0;
  let raw = NO_SCORE;
  if (!inCheck) raw = evaluate();
  store<i32>(ss, inCheck ? NO_SCORE : corrected(raw, ss), S_EVALUATION);
  store<i32>(ss, 1, S_PV);
  store<i32>(ss, 0, S_DOUBLED);
  store<i32>(ss, NO_MOVE, S_EXCLUDED);
  store<i32>(below, NO_MOVE, S_EXCLUDED);
  store<i32>(below, NO_MOVE, S_KILLER);
  store<i32>(below, NO_MOVE, S_KILLER2);
  store<i32>(below, 0, S_DOUBLED);
  store<i32>(below, 0, S_CUTOFFS);
  store<i32>(below + STACK_SIZE, 0, S_CUTOFFS);
  const oldAlpha = alpha;
  let best = -INFINITE;
  let bestMove = NO_MOVE;
  const sharing = shares && depth >= SHARED_DEPTH;
  const hash = key() + <u64>first;
  const wanted = tierEnd(first) - first;
  // Moves that another thread is searching get their turn after the others.
  for (let turn = 0; turn < 2 * wanted; turn++) {
    const isSecond = turn >= wanted;
    if (isSecond && !sharing) break;
    const index = first + (isSecond ? turn - wanted : turn);
    const record = rootMove(index);
    const move = load<i32>(record, M_MOVE);
    const count = index - first + 1;
    if (isSecond && !load<i32>(record, M_DEFERRED)) continue;
    store<i32>(record, 0, M_DEFERRED);
    if (!isSecond && sharing && count > 1 && isBusy(hash, move)) {
      store<i32>(record, 1, M_DEFERRED);
      continue;
    }
    store<i32>(ss, count, S_COUNT);
    const noisy = isNoisy(move);
    const history = noisy ? captureHistory(move) : quietHistory(ss, move);
    const before = nodes;
    resetSelectiveDepth();
    play(ss, move);
    if (sharing && count > 1) markBusy(hash, move);
    const newDepth = depth - 1;
    let score = 0;
    if (depth >= 3 && count > 2 && !noisy && !isExhaustive) {
      let reduction = reductionOf(depth, count) - 2000 - history / 9;
      if (checkers()) reduction -= 900;
      const reduced = min(max(newDepth - (reduction >> 10), 1), newDepth);
      score = -search(child, 1, -alpha - 1, -alpha, reduced, true);
      if (score > alpha && reduced < newDepth) score = -search(child, 1, -alpha - 1, -alpha, newDepth, false);
    } else if (count > 1) {
      score = -search(child, 1, -alpha - 1, -alpha, newDepth, true);
    }
    if (count == 1 || score > alpha) {
      clearLine(1);
      score = -search(child, 1, -beta, -alpha, newDepth, false);
    }
    unmakeMove();
    if (sharing && count > 1) clearBusy(hash, move);
    if (stopped) return 0;
    store<u64>(record, load<u64>(record, M_NODES) + (nodes - before), M_NODES);
    // Looking for a mate, only a mate replaces a known score.
    if ((count == 1 && !isExhaustive) || score > alpha) {
      store<i32>(record, score, M_SCORE);
      store<i32>(record, selectiveDepth, M_SELDEPTH);
      keepLine(record, move);
    } else if (!isExhaustive) {
      store<i32>(record, -INFINITE, M_SCORE);
    }
    if (score > best) {
      best = score;
      if (score > alpha) {
        bestMove = move;
        alpha = score;
        if (score >= beta) break;
      }
    }
  }
  // The rest of a hurried search is unknown.
  if (hurries) return best;
  if (bestMove) rewardCut(ss, bestMove, depth, frame, 0, 0);
  const bound = best >= beta ? LOWER : best > oldAlpha ? EXACT : UPPER;
  if (!first) save(key(), 0, bestMove, best, raw, depth, bound, true);
  return best;
}

function keepLine(record: usize, move: i32): void {
  const length = min(lineLength(1), <i32>(LINE_SIZE / 2) - 4);
  store<u16>(record, <u16>(length + 1), M_LINE);
  store<u16>(record, <u16>move, M_LINE + 2);
  memory.copy(record + M_LINE + 4, rowAt(1) + 2, (<usize>length) << 1);
}
