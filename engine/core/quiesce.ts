/** Search of captures and evasions until the position is quiet enough to be evaluated. */
import { FRAME_SIZE, MAX_PLY, STACK, STACK_MARGIN, STACK_SIZE, T } from './memory';
import { clearLine, extendLine } from './line';
import { countNode, hurries, reachDepth, stopped } from './limits';
import { evaluate, evaluateWithin } from './evaluate';
import { EXACT, LOWER, UPPER, boundIn, evaluationIn, moveIn, probe, save, scoreIn } from './table';
import { INFINITE, MATE, NO_SCORE, TABLE_BOUND, exchangeValue } from './values';
import { NO_MOVE, PROMOTE, flagOf, makeMove, toOf, unmakeMove } from './make';
import {
  correction,
  correctionRowOf,
  pieceTo,
  rowOf,
  S_CORRECTION,
  S_EVALUATION,
  S_MOVE,
  S_PIECE_TO,
  S_ROW,
} from './history';
import { checkers, key, pieceOn } from './position';
import { isDraw } from './draws';
import { isLegal } from './legal';
import { isNoisy, nextMove, pickNoisy } from './picker';
import { MAX_EVALUATION } from './values';

/** The most that a capture may win beyond the piece itself, in units. */
const HOPE: i32 = 210;

export function stackAt(ply: i32): usize {
  return T + STACK + <usize>(ply + STACK_MARGIN) * STACK_SIZE;
}

/** The evaluation, corrected by its known errors. */
export function corrected(raw: i32, ss: usize): i32 {
  return min(max(raw + correction(ss), -MAX_EVALUATION), MAX_EVALUATION);
}

/** Remembers the move in the stack for histories of the plies below, and makes it. */
export function play(ss: usize, move: i32): void {
  const index = pieceTo(move);
  store<i32>(ss, move, S_MOVE);
  store<i32>(ss, index, S_PIECE_TO);
  store<usize>(ss, rowOf(index), S_ROW);
  store<usize>(ss, correctionRowOf(index), S_CORRECTION);
  makeMove(move);
}

export function quiesce(frame: usize, ply: i32, alpha: i32, beta: i32): i32 {
  const pv = beta - alpha > 1;
  if (pv) {
    clearLine(ply);
    reachDepth(ply);
  }
  if (stopped) return 0;
  countNode();
  if (stopped) return 0;
  if (isDraw(ply)) return 0;
  const inCheck = checkers() != 0;
  if (ply >= MAX_PLY) return inCheck ? 0 : evaluate();
  if (hurries && ply > 1) return evaluate();

  const ss = stackAt(ply);
  const hash = key();
  const word = probe(hash);
  let known = NO_SCORE;
  if (word) {
    known = scoreIn(word, ply);
    const bound = boundIn(word);
    if (!pv && bound & (known >= beta ? LOWER : UPPER)) return known;
  }
  let best = -INFINITE;
  let raw = NO_SCORE;
  let futility = -INFINITE;
  const oldAlpha = alpha;
  if (inCheck) {
    store<i32>(ss, NO_SCORE, S_EVALUATION);
  } else {
    // Rough ones are kept in the table too: a version that did not lost its match (bench/engine/README.md).
    raw = word && evaluationIn(word) != NO_SCORE ? evaluationIn(word) : evaluateWithin(alpha, beta);
    best = corrected(raw, ss);
    store<i32>(ss, best, S_EVALUATION);
    if (word && abs(known) < TABLE_BOUND && boundIn(word) & (known > best ? LOWER : UPPER)) best = known;
    if (best >= beta) {
      if (!word) save(hash, ply, NO_MOVE, best, raw, 0, LOWER, false);
      return best;
    }
    if (best > alpha) alpha = best;
    futility = best + HOPE;
  }
  let bestMove = NO_MOVE;
  let hint = word ? moveIn(word) : NO_MOVE;
  if (hint && ((!inCheck && !isNoisy(hint)) || !isLegal(hint))) hint = NO_MOVE;
  pickNoisy(frame, ss, hint, 0);
  let count = 0;
  for (;;) {
    const move = nextMove(frame, inCheck && best > -TABLE_BOUND);
    if (!move) break;
    count++;
    if (!inCheck && best > -TABLE_BOUND && flagOf(move) < PROMOTE) {
      const reach = futility + exchangeValue(pieceOn(toOf(move)) & 7);
      if (reach <= alpha) {
        if (reach > best) best = reach;
        continue;
      }
    }
    play(ss, move);
    if (pv) clearLine(ply + 1);
    const score = -quiesce(frame + FRAME_SIZE, ply + 1, -beta, -alpha);
    unmakeMove();
    if (stopped) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        bestMove = move;
        if (pv) extendLine(ply, move);
        if (score >= beta) break;
        alpha = score;
      }
    }
  }
  if (inCheck && !count) return ply - MATE;
  const bound = best >= beta ? LOWER : best > oldAlpha && pv ? EXACT : UPPER;
  if (!hurries) save(hash, ply, bestMove, best, raw, 0, bound, pv);
  return best;
}
