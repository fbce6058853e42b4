/**
 * Experience of earlier parts of the search with moves and with the evaluation's errors. Values within +-16384. Threads
 * of a search share them without locks: a lost update costs nothing, and the experience of one serves the other.
 */
import {
  BLACK_CORRECTION,
  CAPTURE_HISTORY,
  CONTINUATION,
  CORRECTION_ENTRIES,
  COUNTERS,
  HISTORY,
  MATERIAL_CORRECTION,
  MOVE_CORRECTION,
  PAWN_CORRECTION,
  QUIET_HISTORY,
  STACK_SIZE,
  TABLES_END,
  WHITE_CORRECTION,
} from './memory';
import { TAKE_PASSING, flagOf, fromOf, toOf } from './make';
import { BLACK_KEY, MATERIAL_KEY, PAWN_KEY, WHITE_KEY, pieceOn, st, turn } from './position';
import { PAWN } from './squares';

/** Offsets within an entry of the search stack. */
export const S_ROW: usize = 0;
export const S_CORRECTION: usize = 4;
export const S_EVALUATION: usize = 8;
export const S_KILLER: usize = 12;
export const S_KILLER2: usize = 16;
export const S_EXCLUDED: usize = 20;
export const S_MOVE: usize = 24;
export const S_PIECE_TO: usize = 28;
export const S_DOUBLED: usize = 32;
export const S_CUTOFFS: usize = 36;
export const S_COUNT: usize = 40;
export const S_PV: usize = 44;
/** Plies by which the move being searched is reduced (-1: extended); 0 once the node below has read it. */
export const S_REDUCED: usize = 48;

const LIMIT: i32 = 16384;
const CORRECTION_LIMIT: i32 = 1024 * 16;

export function forget(): void {
  memory.fill(HISTORY, 0, TABLES_END - HISTORY);
}

function nudge(cell: usize, bonus: i32): void {
  const value = <i32>load<i16>(cell);
  store<i16>(cell, <i16>(value + bonus - (value * abs(bonus)) / LIMIT));
}

function quietCell(side: i32, move: i32): usize {
  return QUIET_HISTORY + (((side << 12) | (move & 0xfff)) << 1);
}

function captureCell(move: i32): usize {
  const to = toOf(move);
  const victim = flagOf(move) == TAKE_PASSING ? PAWN : pieceOn(to) & 7;
  return CAPTURE_HISTORY + (((pieceOn(fromOf(move)) << 9) | (to << 3) | victim) << 1);
}

export function captureHistory(move: i32): i32 {
  return load<i16>(captureCell(move));
}

export function nudgeCapture(move: i32, bonus: i32): void {
  nudge(captureCell(move), bonus);
}

/** The row of replies to a piece on a square; 0 is no move. */
export function rowOf(pieceTo: i32): usize {
  return CONTINUATION + (pieceTo << 11);
}

export function correctionRowOf(pieceTo: i32): usize {
  return MOVE_CORRECTION + (pieceTo << 11);
}

export function pieceTo(move: i32): i32 {
  return (pieceOn(fromOf(move)) << 6) | toOf(move);
}

function back(ss: usize, plies: usize): usize {
  return ss - plies * STACK_SIZE;
}

export function continuation(ss: usize, pieceTo: i32): i32 {
  const cell = pieceTo << 1;
  return (
    <i32>load<i16>(load<usize>(back(ss, 1), S_ROW) + cell) +
    <i32>load<i16>(load<usize>(back(ss, 2), S_ROW) + cell)
  );
}

/** The start of the order of quiet moves (`threatened-squares.ts`), and an input of reductions. */
export function quietHistory(ss: usize, move: i32): i32 {
  const cell = pieceTo(move) << 1;
  return (
    <i32>load<i16>(quietCell(turn, move)) +
    <i32>load<i16>(load<usize>(back(ss, 1), S_ROW) + cell) +
    <i32>load<i16>(load<usize>(back(ss, 2), S_ROW) + cell) +
    (<i32>load<i16>(load<usize>(back(ss, 4), S_ROW) + cell) >> 1)
  );
}

export function nudgeContinuation(ss: usize, pieceTo: i32, bonus: i32): void {
  const cell = pieceTo << 1;
  nudge(load<usize>(back(ss, 1), S_ROW) + cell, bonus);
  nudge(load<usize>(back(ss, 2), S_ROW) + cell, bonus);
  nudge(load<usize>(back(ss, 4), S_ROW) + cell, bonus);
}

export function nudgeQuiet(ss: usize, move: i32, bonus: i32): void {
  nudge(quietCell(turn, move), bonus);
  nudgeContinuation(ss, pieceTo(move), bonus);
}

/** The quiet move that led here, of the other side; not as a continuation. */
export function nudgeQuietBefore(move: i32, bonus: i32): void {
  nudge(quietCell(turn ^ 1, move), bonus);
}

export function counterMove(ss: usize): i32 {
  return load<u16>(COUNTERS + (load<i32>(back(ss, 1), S_PIECE_TO) << 1));
}

export function setCounterMove(ss: usize, move: i32): void {
  store<u16>(COUNTERS + (load<i32>(back(ss, 1), S_PIECE_TO) << 1), <u16>move);
}

function correctionCell(table: usize, key: u64): usize {
  const index =
    (<usize>(key ^ (key >> 32)) & <usize>(CORRECTION_ENTRIES - 1)) | (<usize>turn * CORRECTION_ENTRIES);
  return table + (index << 1);
}

/** The material key counts men; spread it. */
function materialHash(): u64 {
  const key = load<u64>(st, MATERIAL_KEY) * 0x9e3779b97f4a7c15;
  return key >> 20;
}

function moveCorrectionCell(ss: usize): usize {
  return load<usize>(back(ss, 2), S_CORRECTION) + (load<i32>(back(ss, 1), S_PIECE_TO) << 1);
}

/** Units by which positions of this kind were found to be better than they look. */
export function correction(ss: usize): i32 {
  const sum =
    <i32>load<i16>(correctionCell(PAWN_CORRECTION, load<u64>(st, PAWN_KEY))) * 2 +
    <i32>load<i16>(correctionCell(WHITE_CORRECTION, load<u64>(st, WHITE_KEY))) +
    <i32>load<i16>(correctionCell(BLACK_CORRECTION, load<u64>(st, BLACK_KEY))) +
    <i32>load<i16>(correctionCell(MATERIAL_CORRECTION, materialHash())) +
    <i32>load<i16>(moveCorrectionCell(ss));
  return sum / 512;
}

export function learnCorrection(ss: usize, error: i32, depth: i32): void {
  let bonus = (error * depth * 16) / 8;
  bonus = min(max(bonus, -CORRECTION_LIMIT / 4), CORRECTION_LIMIT / 4);
  nudge(correctionCell(PAWN_CORRECTION, load<u64>(st, PAWN_KEY)), bonus);
  nudge(correctionCell(WHITE_CORRECTION, load<u64>(st, WHITE_KEY)), bonus);
  nudge(correctionCell(BLACK_CORRECTION, load<u64>(st, BLACK_KEY)), bonus);
  nudge(correctionCell(MATERIAL_CORRECTION, materialHash()), bonus);
  nudge(moveCorrectionCell(ss), bonus);
}
