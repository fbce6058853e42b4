/**
 * Hands out moves from the most to the least promising, generating as late as possible. Of quiet moves that are skipped
 * only checks are left, in no order.
 */
import { FRAME_LIST } from './memory';
import { ALL, ENTRY, NOISY, QUIET, generate } from './generate';
import { NO_MOVE, PROMOTE, TAKE_PASSING, flagOf, toOf } from './make';
import { captureHistory, counterMove, quietHistory, S_KILLER, S_KILLER2 } from './history';
import { givesCheck } from './checks';
import { exchangeReaches } from './exchange';
import { collectLesser, lesserScore } from './threatened-squares';
import { isLegal } from './legal';
import { checkers, pieceOn, turn } from './position';
import { exchangeValue } from './values';

/** Offsets within a frame. */
const STAGE: usize = 0;
const BEST: usize = 4;
const NEXT: usize = 8;
const END: usize = 12;
/** Captures that lose material wait at the start of the list. */
const BAD_NEXT: usize = 16;
const BAD_END: usize = 20;
const KILLER: usize = 24;
const KILLER2: usize = 28;
const COUNTER: usize = 32;
const STACK_ENTRY: usize = 36;
const THRESHOLD: usize = 40;

const BEST_STAGE: i32 = 0;
const NOISY_START: i32 = 1;
const GOOD_NOISY: i32 = 2;
const FIRST_KILLER: i32 = 3;
const SECOND_KILLER: i32 = 4;
const COUNTERS: i32 = 5;
const QUIET_START: i32 = 6;
const QUIETS: i32 = 7;
const BAD_NOISY: i32 = 8;
const EVASION_START: i32 = 9;
const EVASIONS: i32 = 10;
const NOISY_ONLY_START: i32 = 11;
const NOISY_ONLY: i32 = 12;

export function isNoisy(move: i32): bool {
  return pieceOn(toOf(move)) != 0 || flagOf(move) >= TAKE_PASSING;
}

/** All moves, best first; `best` is the table's and must be legal. */
export function pickAll(frame: usize, ss: usize, best: i32): void {
  store<i32>(frame, BEST_STAGE, STAGE);
  store<i32>(frame, best, BEST);
  store<usize>(frame, ss, STACK_ENTRY);
  store<i32>(frame, load<i32>(ss, S_KILLER), KILLER);
  store<i32>(frame, load<i32>(ss, S_KILLER2), KILLER2);
  store<i32>(frame, counterMove(ss), COUNTER);
  store<i32>(frame, 0, THRESHOLD);
}

/** Captures and promotions that win at least `threshold`; everything when in check. */
export function pickNoisy(frame: usize, ss: usize, best: i32, threshold: i32): void {
  store<i32>(frame, best, BEST);
  store<usize>(frame, ss, STACK_ENTRY);
  store<i32>(frame, threshold, THRESHOLD);
  store<i32>(frame, best ? BEST_STAGE : checkers() ? EVASION_START : NOISY_ONLY_START, STAGE);
  // Out of check the stage after the best move is the quiet-free one.
  store<i32>(frame, -1, KILLER);
}

/** The next move, or none. Once quiet moves are skipped they have to stay so: the rest of them has no scores. */
export function nextMove(frame: usize, skipQuiets: bool): i32 {
  for (;;) {
    const stage = load<i32>(frame, STAGE);
    switch (stage) {
      case BEST_STAGE: {
        const isQuietless = load<i32>(frame, KILLER) == -1;
        store<i32>(frame, checkers() ? EVASION_START : isQuietless ? NOISY_ONLY_START : NOISY_START, STAGE);
        if (load<i32>(frame, BEST)) return load<i32>(frame, BEST);
        break;
      }
      case NOISY_START:
      case NOISY_ONLY_START: {
        const list = frame + FRAME_LIST;
        store<usize>(frame, list, NEXT);
        store<usize>(frame, list, BAD_NEXT);
        store<usize>(frame, list, BAD_END);
        const end = generate(NOISY, list);
        store<usize>(frame, end, END);
        scoreNoisy(list, end);
        store<i32>(frame, stage + 1, STAGE);
        break;
      }
      case GOOD_NOISY: {
        const move = bestOfRest(frame);
        if (!move) {
          store<i32>(frame, FIRST_KILLER, STAGE);
          break;
        }
        if (move == load<i32>(frame, BEST)) break;
        if (isUnderpromotion(move) || !exchangeReaches(move, 0)) {
          const bad = load<usize>(frame, BAD_END);
          store<i32>(bad, move);
          store<usize>(frame, bad + ENTRY, BAD_END);
          break;
        }
        return move;
      }
      case NOISY_ONLY: {
        const move = bestOfRest(frame);
        if (!move) return NO_MOVE;
        if (move == load<i32>(frame, BEST) || !exchangeReaches(move, load<i32>(frame, THRESHOLD))) break;
        return move;
      }
      case FIRST_KILLER: {
        store<i32>(frame, SECOND_KILLER, STAGE);
        if (!skipQuiets && isFreshQuiet(frame, load<i32>(frame, KILLER))) return load<i32>(frame, KILLER);
        break;
      }
      case SECOND_KILLER: {
        store<i32>(frame, COUNTERS, STAGE);
        if (!skipQuiets && isFreshQuiet(frame, load<i32>(frame, KILLER2))) return load<i32>(frame, KILLER2);
        break;
      }
      case COUNTERS: {
        store<i32>(frame, QUIET_START, STAGE);
        const move = load<i32>(frame, COUNTER);
        if (move == load<i32>(frame, KILLER) || move == load<i32>(frame, KILLER2)) break;
        if (!skipQuiets && isFreshQuiet(frame, move)) return move;
        store<i32>(frame, NO_MOVE, COUNTER);
        break;
      }
      case QUIET_START: {
        store<i32>(frame, QUIETS, STAGE);
        const list = load<usize>(frame, BAD_END);
        store<usize>(frame, list, NEXT);
        const end = generate(QUIET, list);
        store<usize>(frame, end, END);
        if (!skipQuiets) scoreQuiets(load<usize>(frame, STACK_ENTRY), list, end);
        break;
      }
      case QUIETS: {
        const move = skipQuiets ? nextOfRest(frame) : bestOfRest(frame);
        if (!move) {
          store<i32>(frame, BAD_NOISY, STAGE);
          break;
        }
        if (move == load<i32>(frame, BEST) || move == load<i32>(frame, KILLER)) break;
        if (move == load<i32>(frame, KILLER2) || move == load<i32>(frame, COUNTER)) break;
        // Checks are never skipped: the last move of a mate is often a quiet one.
        if (skipQuiets && !givesCheck(move)) break;
        return move;
      }
      case BAD_NOISY: {
        const next = load<usize>(frame, BAD_NEXT);
        if (next >= load<usize>(frame, BAD_END)) return NO_MOVE;
        store<usize>(frame, next + ENTRY, BAD_NEXT);
        return load<i32>(next);
      }
      case EVASION_START: {
        const list = frame + FRAME_LIST;
        store<usize>(frame, list, NEXT);
        const end = generate(ALL, list);
        store<usize>(frame, end, END);
        scoreEvasions(load<usize>(frame, STACK_ENTRY), list, end);
        store<i32>(frame, EVASIONS, STAGE);
        break;
      }
      default: {
        const move = bestOfRest(frame);
        if (!move) return NO_MOVE;
        if (move == load<i32>(frame, BEST)) break;
        if (skipQuiets && !isNoisy(move)) break;
        return move;
      }
    }
  }
  return NO_MOVE;
}

function isUnderpromotion(move: i32): bool {
  const flag = flagOf(move);
  return flag >= PROMOTE && flag != PROMOTE + 3;
}

function isFreshQuiet(frame: usize, move: i32): bool {
  return move != NO_MOVE && move != load<i32>(frame, BEST) && !isNoisy(move) && isLegal(move);
}

/** Takes the move with the highest score out of the rest. */
function bestOfRest(frame: usize): i32 {
  const start = load<usize>(frame, NEXT);
  const end = load<usize>(frame, END);
  if (start >= end) return NO_MOVE;
  let best = start;
  // Score above move: both are compared at once, and of equals the higher number goes first. There is no branch on the
  // comparison, which the processor could not predict.
  let highest = load<i64>(start);
  for (let entry = start + ENTRY; entry < end; entry += ENTRY) {
    const other = load<i64>(entry);
    const isHigher = other > highest;
    highest = select<i64>(other, highest, isHigher);
    best = select<usize>(entry, best, isHigher);
  }
  store<u64>(best, load<u64>(start));
  store<usize>(frame, start + ENTRY, NEXT);
  return <i32>highest;
}

/** Takes the next of the rest, in no order. */
function nextOfRest(frame: usize): i32 {
  const start = load<usize>(frame, NEXT);
  if (start >= load<usize>(frame, END)) return NO_MOVE;
  store<usize>(frame, start + ENTRY, NEXT);
  return load<i32>(start);
}

function noisyScore(move: i32): i32 {
  const flag = flagOf(move);
  const victim = flag == TAKE_PASSING ? 1 : pieceOn(toOf(move)) & 7;
  let score = exchangeValue(victim) * 24 + captureHistory(move);
  if (flag == PROMOTE + 3) score += 20000;
  else if (flag >= PROMOTE) score -= 30000;
  return score;
}

function scoreNoisy(list: usize, end: usize): void {
  for (let entry = list; entry < end; entry += ENTRY) store<i32>(entry, noisyScore(load<i32>(entry)), 4);
}

function scoreQuiets(ss: usize, list: usize, end: usize): void {
  collectLesser(turn ^ 1);
  for (let entry = list; entry < end; entry += ENTRY) {
    const move = load<i32>(entry);
    store<i32>(entry, quietHistory(ss, move) + lesserScore(move), 4);
  }
}

function scoreEvasions(ss: usize, list: usize, end: usize): void {
  for (let entry = list; entry < end; entry += ENTRY) {
    const move = load<i32>(entry);
    store<i32>(entry, isNoisy(move) ? (1 << 20) + noisyScore(move) : quietHistory(ss, move), 4);
  }
}
