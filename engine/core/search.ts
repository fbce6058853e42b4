/** Principal-variation search of one node below the root. */
import { FRAME_LIST, FRAME_NOISY, FRAME_QUIETS, FRAME_SIZE, MAX_PLY, STACK_SIZE } from './memory';
import { clearLine, extendLine } from './line';
import { countNode, reachDepth, stopped } from './limits';
import { evaluate } from './evaluate';
import {
  LOWER,
  UPPER,
  EXACT,
  boundIn,
  depthIn,
  evaluationIn,
  moveIn,
  probe,
  save,
  scoreIn,
  wasPv,
} from './table';
import { INFINITE, MATE, NO_SCORE, TABLE_BOUND, exchangeValue, isDecisive } from './values';
import { NO_MOVE, toOf, unmakeMove } from './make';
import {
  captureHistory,
  continuation,
  pieceTo,
  quietHistory,
  S_COUNT,
  S_CUTOFFS,
  S_DOUBLED,
  S_EVALUATION,
  S_EXCLUDED,
  S_KILLER,
  S_KILLER2,
  S_MOVE,
  S_PV,
  S_REDUCED,
} from './history';
import { CLOCK, checkers, hasPieces, key, pieceOn, st, turn } from './position';
import { corrected, play, quiesce, stackAt } from './quiesce';
import { learnError, learnMoveBefore, rewardAgain, rewardBefore, rewardCut } from './update-histories';
import {
  clearBusy,
  defer,
  isBusy,
  markBusy,
  nextDeferred,
  shares,
  SHARED_DEPTH,
  startDeferring,
} from './busy-moves';
import { exchangeReaches } from './exchange';
import { givesCheck } from './checks';
import { allowNull, tryNull } from './null-move';
import { isDraw } from './draws';
import { tableCut } from './tb-cut';
import { isLegal } from './legal';
import { reductionOf } from './reduce';
import { isNoisy, nextMove, pickAll } from './picker';
import { probMargin, tryProbcut } from './probcut';

/** Depth of the iteration: extensions end at twice of it. */
export let rootDepth: i32 = 0;
/** Nothing is pruned or reduced while a mate within the window is looked for: every move counts. */
export let isExhaustive: bool = false;
/** Its answers have table entries of their own: results of pruning prove nothing about the moves that it left out. */
const EXHAUSTIVE: u64 = 0x5bd1e995a7c39f41;

export function beginDepth(depth: i32, exhaustive: bool = false): void {
  rootDepth = depth;
  isExhaustive = exhaustive;
  allowNull();
}

export function search(frame: usize, ply: i32, alpha: i32, beta: i32, depth: i32, cut: bool): i32 {
  if (depth <= 0) return quiesce(frame, ply, alpha, beta);
  const pv = beta - alpha > 1;
  const ss = stackAt(ply);
  const excluded = load<i32>(ss, S_EXCLUDED);
  if (pv) {
    clearLine(ply);
    reachDepth(ply);
  }
  if (stopped) return 0;
  countNode();
  if (stopped) return 0;
  const inCheck = checkers() != 0;
  if (!excluded) {
    if (isDraw(ply)) return 0;
    if (ply >= MAX_PLY) return inCheck ? 0 : evaluate();
    alpha = max(alpha, ply - MATE);
    beta = min(beta, MATE - ply - 1);
    if (alpha >= beta) return alpha;
  }
  const child = frame + FRAME_SIZE;
  const below = ss + STACK_SIZE;
  const above = ss - STACK_SIZE;
  store<i32>(below + STACK_SIZE, 0, S_CUTOFFS);
  store<i32>(below, 0, S_EXCLUDED);

  const hash = isExhaustive ? key() ^ EXHAUSTIVE : key();
  const word = excluded ? 0 : probe(hash);
  let hint = NO_MOVE;
  let known = NO_SCORE;
  let knownDepth = -1;
  let knownBound = 0;
  let onPv = pv;
  if (word) {
    hint = moveIn(word);
    known = scoreIn(word, ply);
    knownDepth = depthIn(word);
    knownBound = boundIn(word);
    onPv = pv || wasPv(word);
    if (hint && !isLegal(hint)) hint = NO_MOVE;
    if (
      !pv &&
      knownDepth >= depth &&
      knownBound & (known >= beta ? LOWER : UPPER) &&
      load<i32>(st, CLOCK) < 90
    ) {
      if (hint && known >= beta && !isNoisy(hint)) rewardCut(ss, hint, depth, frame, 0, 0);
      return known;
    }
  } else if (excluded) {
    onPv = load<i32>(ss, S_PV) != 0;
  }

  if (!excluded) {
    const score = tableCut(frame + FRAME_LIST, ply, alpha, beta, depth, onPv);
    if (score != NO_SCORE) return score;
  }

  let raw = NO_SCORE;
  let evaluation = NO_SCORE;
  let improving = false;
  if (inCheck) {
    store<i32>(ss, NO_SCORE, S_EVALUATION);
  } else if (excluded) {
    evaluation = load<i32>(ss, S_EVALUATION);
  } else {
    raw = word && evaluationIn(word) != NO_SCORE ? evaluationIn(word) : evaluate();
    evaluation = corrected(raw, ss);
    store<i32>(ss, evaluation, S_EVALUATION);
    learnMoveBefore(above, evaluation);
  }
  const still = evaluation;
  if (!inCheck) {
    const two = load<i32>(ss - 2 * STACK_SIZE, S_EVALUATION);
    const four = load<i32>(ss - 4 * STACK_SIZE, S_EVALUATION);
    improving = two != NO_SCORE ? still > two : four != NO_SCORE ? still > four : true;
    if (word && abs(known) < TABLE_BOUND && knownBound & (known > evaluation ? LOWER : UPPER))
      evaluation = known;
  }

  const before = load<i32>(above, S_EVALUATION);
  const reducedBefore = load<i32>(above, S_REDUCED);
  store<i32>(above, 0, S_REDUCED);
  const isCompared = !inCheck && before != NO_SCORE;
  // The other side's position is worse than it seemed before its move.
  const otherWorsens = isCompared && still > -before;
  if (isCompared && !excluded) {
    // Was the reduction of the move that led here too large, now that its effect is known, or too small?
    if (reducedBefore >= 3 && !otherWorsens) depth++;
    else if (reducedBefore >= 1 && depth >= 2 && still + before > 32) depth--;
  }

  if (!pv && !inCheck && !excluded && !isExhaustive) {
    // Razoring: far below alpha only captures can help.
    if (depth <= 4 && evaluation + 230 + 210 * depth * depth < alpha) {
      const score = quiesce(frame, ply, alpha, alpha + 1);
      if (score <= alpha) return score;
      store<i32>(ss, still, S_EVALUATION);
    }
    // Reverse futility: far above beta the opponent will not get here.
    if (depth <= 9 && !isDecisive(beta) && evaluation < TABLE_BOUND) {
      const margin = 78 * depth - (improving ? 70 : 0) - (otherWorsens ? 20 : 0) - (hint ? 0 : 10);
      if (evaluation - margin >= beta && evaluation >= beta) return (evaluation + beta) >> 1;
    }
    const score = tryNull(frame, ply, beta, depth, cut, evaluation, still);
    if (stopped) return 0;
    if (score != NO_SCORE) return score;
  }
  // Internal iterative reduction: without a known move, a shallower search finds one more cheaply.
  if ((pv || cut) && depth >= 4 && !hint && !excluded && !isExhaustive) depth--;

  const margin = probMargin(improving);
  if (
    !pv &&
    !inCheck &&
    !excluded &&
    depth >= 5 &&
    !isDecisive(beta) &&
    !(word && knownDepth >= depth - 3 && known < beta + margin)
  ) {
    const score = tryProbcut(frame, ply, beta, margin, depth, cut, hint, still, raw, onPv);
    if (stopped) return 0;
    if (score != NO_SCORE) return score;
  }

  store<i32>(below, NO_MOVE, S_KILLER);
  store<i32>(below, NO_MOVE, S_KILLER2);
  store<i32>(ss, onPv ? 1 : 0, S_PV);
  store<i32>(below, load<i32>(ss, S_DOUBLED), S_DOUBLED);
  const doubled = load<i32>(ss, S_DOUBLED);
  const isHintNoisy = hint != NO_MOVE && isNoisy(hint);
  const oldAlpha = alpha;
  let best = -INFINITE;
  let bestMove = NO_MOVE;
  let count = 0;
  let quiets = 0;
  let noisies = 0;
  let skipQuiets = false;
  const mayPrune = hasPieces(turn);
  const sharing = shares && depth >= SHARED_DEPTH;
  pickAll(frame, ss, hint);
  startDeferring(frame);

  for (;;) {
    let move = nextMove(frame, skipQuiets);
    let place = 0;
    if (move) {
      if (move == excluded) continue;
      place = ++count;
      if (sharing && place > 1 && isBusy(hash, move) && defer(frame, move, place)) continue;
    } else {
      const entry = nextDeferred(frame);
      if (!entry) break;
      move = entry & 0xffff;
      place = entry >> 16;
    }
    store<i32>(ss, place, S_COUNT);
    const noisy = isNoisy(move);
    const checks = givesCheck(move);
    // The last move of a mate gives check.
    if (isExhaustive && depth == 1 && !checks && !(ply & 1)) {
      best = max(best, alpha);
      continue;
    }
    let reduction = isExhaustive ? 0 : reductionOf(depth, place);
    const history = noisy ? captureHistory(move) : quietHistory(ss, move);

    if (best > -TABLE_BOUND && mayPrune && !isExhaustive) {
      const left = max(depth - 1 - (reduction >> 10), 0);
      if (place >= (4 + depth * depth) >> (improving ? 0 : 1)) skipQuiets = true;
      if (noisy || checks) {
        if (noisy && !checks && left < 7 && !inCheck) {
          const reach = still + 220 + 230 * left + history / 60 + exchangeValue(pieceOn(toOf(move)) & 7);
          if (reach <= alpha) continue;
        }
        if (!exchangeReaches(move, noisy ? -110 * depth - history / 100 : -70 * depth)) continue;
      } else {
        const past = continuation(ss, pieceTo(move));
        if (left < 6 && past < -4200 * depth) continue;
        const lines = left + past / 6000;
        if (!inCheck && lines < 12 && still + 90 + 115 * max(lines, 0) <= alpha) {
          skipQuiets = true;
          continue;
        }
        if (!exchangeReaches(move, -26 * left * left - 1)) continue;
      }
    }

    let extension = 0;
    if (ply < rootDepth * 2 && !isExhaustive) {
      if (
        move == hint &&
        !excluded &&
        depth >= 6 + (onPv ? 1 : 0) &&
        knownBound & LOWER &&
        knownDepth >= depth - 3 &&
        abs(known) < TABLE_BOUND
      ) {
        // Singular: is this move alone in being this good?
        const target = known - depth * (onPv && !pv ? 3 : 2);
        store<i32>(ss, move, S_EXCLUDED);
        const score = search(child, ply, target - 1, target, (depth - 1) >> 1, cut);
        store<i32>(ss, NO_MOVE, S_EXCLUDED);
        if (stopped) return 0;
        if (score < target) {
          extension = 1;
          if (!pv && score < target - 18 && doubled < 8) {
            extension = 2;
            if (!noisy && score < target - 90) extension = 3;
          }
        } else if (score >= beta && abs(score) < TABLE_BOUND) {
          return score;
        } else if (known >= beta) {
          extension = -3 + (pv ? 1 : 0);
        } else if (cut) {
          extension = -2;
        }
      } else if (checks && depth > 8 && abs(still) > 60 && exchangeReaches(move, 0)) {
        extension = 1;
      }
    }
    let newDepth = depth - 1 + extension;
    store<i32>(below, doubled + (extension >= 2 ? 1 : 0), S_DOUBLED);
    play(ss, move);
    if (sharing && place > 1) markBusy(hash, move);

    let score = 0;
    if (depth >= 2 && place > 1 + (pv ? 1 : 0) && (!onPv || !noisy || cut) && !isExhaustive) {
      if (onPv) reduction -= 1100 + (known > alpha && known != NO_SCORE ? 500 : 0);
      if (cut) reduction += 1900 - (onPv && hint ? 900 : 0);
      if (pv) reduction -= 900;
      if (!improving) reduction += 600;
      if (isHintNoisy && !noisy) reduction += 1000;
      if (checkers()) reduction -= 900;
      if (load<i32>(below, S_CUTOFFS) > 3) reduction += 900;
      if (move == load<i32>(ss, S_KILLER) || move == load<i32>(ss, S_KILLER2)) reduction -= 1000;
      reduction -= noisy ? history / 10 : history / 9;
      const reduced = min(max(newDepth - (reduction >> 10), 1), newDepth + 1);
      store<i32>(ss, newDepth - reduced, S_REDUCED);
      score = -search(child, ply + 1, -alpha - 1, -alpha, reduced, true);
      store<i32>(ss, 0, S_REDUCED);
      if (score > alpha && reduced < newDepth) {
        if (score > best + 45 + 2 * newDepth) newDepth++;
        else if (score < best + 8) newDepth--;
        if (newDepth > reduced) score = -search(child, ply + 1, -alpha - 1, -alpha, newDepth, !cut);
        if (!noisy && !stopped) {
          rewardAgain(ss, score, alpha, beta, newDepth);
        }
      }
    } else if (!pv || place > 1) {
      score = -search(
        child,
        ply + 1,
        -alpha - 1,
        -alpha,
        newDepth - (reduction > 4500 && !hint ? 1 : 0),
        !cut,
      );
    }
    if (pv && (place == 1 || score > alpha)) {
      if (move == hint && newDepth < 1 && knownDepth > 1) newDepth = 1;
      // Near a mate the window may be too small for the node below to keep a line of its own.
      clearLine(ply + 1);
      score = -search(child, ply + 1, -beta, -alpha, newDepth, false);
    }
    unmakeMove();
    if (sharing && place > 1) clearBusy(hash, move);
    if (stopped) return 0;

    if (score > best) {
      best = score;
      if (score > alpha) {
        bestMove = move;
        if (pv) extendLine(ply, move);
        if (score >= beta) {
          store<i32>(ss, load<i32>(ss, S_CUTOFFS) + (extension < 2 || pv ? 1 : 0), S_CUTOFFS);
          break;
        }
        if (depth > 2 && depth < 12 && !isDecisive(score)) depth -= 1;
        alpha = score;
      }
    }
    if (move != bestMove) {
      if (noisy) {
        if (noisies < 32) store<u16>(frame + FRAME_NOISY + (noisies++ << 1), <u16>move);
      } else if (quiets < 64) {
        store<u16>(frame + FRAME_QUIETS + (quiets++ << 1), <u16>move);
      }
    }
  }

  if (!count) return excluded ? alpha : inCheck ? ply - MATE : 0;
  if (best >= beta && !isDecisive(best) && !isDecisive(beta)) best = (best * depth + beta) / (depth + 1);
  if (bestMove) {
    rewardCut(ss, bestMove, depth + (best > beta + 80 ? 1 : 0), frame, quiets, noisies);
  } else if (!excluded) rewardBefore(above, depth);
  if (best <= oldAlpha) onPv = onPv || (load<i32>(above, S_PV) != 0 && depth > 3);
  if (!excluded) {
    const bound = best >= beta ? LOWER : pv && bestMove ? EXACT : UPPER;
    save(hash, ply, bestMove, best, raw, depth, bound, onPv);
    if (!inCheck && !(bestMove && isNoisy(bestMove))) learnError(ss, best, still, bound, depth);
  }
  return best;
}
