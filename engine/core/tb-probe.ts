/** Looks a position up in the Syzygy files in memory: win, draw, loss, and the distance to the next zeroing move. */
import { FRAME_SIZE, T, TB_LOOKUP, TB_MEN, TB_PIECES, TB_SQUARES } from './memory';
import { ALL, ENTRY, generate } from './generate';
import { MATERIAL_KEY, checkers, occupied, pieceOn, pieces, st, turn } from './position';
import * as L from './tb-load';
import { PAWN, first } from './squares';
import { belowDiagonal, binomial, kingPair, leadIndex, offDiagonal, pawnOrder, triangle } from './tb-index';
import { NO_SCORE, TABLE_WIN } from './values';
import { fromOf, makeMove, unmakeMove } from './make';

export const LOSS: i32 = -2;
export const BLESSED_LOSS: i32 = -1;
export const DRAW: i32 = 0;
export const CURSED_WIN: i32 = 1;
export const WIN: i32 = 2;

/** How a look-up went. */
const FAILED: i32 = 0;
const FOUND: i32 = 1;
const OTHER_SIDE: i32 = 2;
const ZEROING: i32 = 3;

let outcome: i32 = FOUND;

export function hasFailed(): bool {
  return outcome == FAILED;
}

/** Most men of a position that tables can know; 0 without tables. */
export function tableMen(): i32 {
  return load<u32>(TB_LOOKUP) ? load<i32>(TB_MEN) : 0;
}

/** Result for the side to move as if the fifty-move clock were 0; check `hasFailed`. */
export function probeWdl(list: usize): i32 {
  outcome = FOUND;
  return resolve(list, false);
}

/** The result as a score of the search, `NO_SCORE` when no table knows it. */
export function tableScore(list: usize, ply: i32): i32 {
  const wdl = probeWdl(list);
  if (outcome == FAILED) return NO_SCORE;
  return wdl == WIN ? TABLE_WIN - ply : wdl == LOSS ? ply - TABLE_WIN : wdl;
}

/** Captures (and pawn moves) can be better than the stored value: the table may hold anything there. */
function resolve(list: usize, withPawns: bool): i32 {
  let best = LOSS;
  let tried = 0;
  const end = generate(ALL, list);
  for (let entry = list; entry < end; entry += ENTRY) {
    const move = load<i32>(entry);
    if (!isCapture(move) && !(withPawns && (pieceOn(fromOf(move)) & 7) == PAWN)) continue;
    tried++;
    makeMove(move);
    const value = -resolve(list + FRAME_SIZE, false);
    unmakeMove();
    if (outcome == FAILED) return DRAW;
    if (value > best) {
      best = value;
      if (value >= WIN) {
        outcome = ZEROING;
        return value;
      }
    }
  }
  const isAll = tried > 0 && tried == <i32>((end - list) >> 3);
  let value = best;
  if (!isAll) {
    outcome = FOUND;
    value = lookUp(false, DRAW);
    if (outcome == FAILED) return DRAW;
  }
  if (best >= value) {
    outcome = best > DRAW || isAll ? ZEROING : FOUND;
    return best;
  }
  outcome = FOUND;
  return value;
}

function isCapture(move: i32): bool {
  return pieceOn((move >> 6) & 63) != 0 || move >> 12 == 2;
}

function beforeZeroing(wdl: i32): i32 {
  return wdl == WIN ? 1 : wdl == CURSED_WIN ? 101 : wdl == BLESSED_LOSS ? -101 : wdl == LOSS ? -1 : 0;
}

function signOf(value: i32): i32 {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/** Plies to the next capture or pawn move with best play, signed like the result, beyond 100 when cursed; 0 drawn. */
export function probeDtz(list: usize): i32 {
  outcome = FOUND;
  const wdl = resolve(list, true);
  if (outcome == FAILED || wdl == DRAW) return 0;
  if (outcome == ZEROING) return beforeZeroing(wdl);
  const distance = lookUp(true, wdl);
  if (outcome == FAILED) return 0;
  if (outcome != OTHER_SIDE) {
    const isCursed = wdl == BLESSED_LOSS || wdl == CURSED_WIN;
    return (distance + (isCursed ? 100 : 0)) * signOf(wdl);
  }
  // Only the other side is stored: one ply more.
  let least = 0xffff;
  const end = generate(ALL, list);
  for (let entry = list; entry < end; entry += ENTRY) {
    const move = load<i32>(entry);
    const isZeroing = isCapture(move) || (pieceOn(fromOf(move)) & 7) == PAWN;
    makeMove(move);
    const below = list + FRAME_SIZE;
    outcome = FOUND;
    let dtz = isZeroing ? -beforeZeroing(resolve(below, false)) : -probeDtz(below);
    if (outcome != FAILED && dtz == 1 && checkers() && generate(ALL, below) == below) least = 1;
    unmakeMove();
    if (outcome == FAILED) return 0;
    if (!isZeroing) dtz += signOf(dtz);
    if (dtz < least && signOf(dtz) == signOf(wdl)) least = dtz;
  }
  outcome = FOUND;
  return least == 0xffff ? -1 : least;
}

function square(index: i32): i32 {
  return <i32>load<u8>(T + index, TB_SQUARES);
}

function setSquare(index: i32, value: i32): void {
  store<u8>(T + index, <u8>value, TB_SQUARES);
}

function piece(index: i32): i32 {
  return <i32>load<u8>(T + index, TB_PIECES);
}

function setPiece(index: i32, value: i32): void {
  store<u8>(T + index, <u8>value, TB_PIECES);
}

function swapMen(a: i32, b: i32): void {
  const held = square(a);
  setSquare(a, square(b));
  setSquare(b, held);
  const heldPiece = piece(a);
  setPiece(a, piece(b));
  setPiece(b, heldPiece);
}

/** Ascending by square, or by pawn order. */
function sortSquares(from: i32, to: i32, byOrder: bool): void {
  for (let index = from + 1; index < to; index++) {
    const value = square(index);
    const rank = byOrder ? pawnOrder(value) : value;
    let place = index;
    while (place > from && (byOrder ? pawnOrder(square(place - 1)) : square(place - 1)) > rank) {
      setSquare(place, square(place - 1));
      place--;
    }
    setSquare(place, value);
  }
}

function lookUp(isDtz: bool, wdl: i32): i32 {
  const key = load<u64>(st, MATERIAL_KEY);
  // Bare kings have no file.
  if (popcnt(occupied()) == 2) return DRAW;
  const slot = L.slotOf(key);
  const record = <usize>load<u32>(slot + (isDtz ? 12 : 8));
  if (load<u64>(slot) != key || !record) {
    outcome = FAILED;
    return DRAW;
  }
  const isSymmetric = load<u64>(record, L.D_KEY) == load<u64>(record, L.D_MIRRORED);
  const isFlipped = (isSymmetric && turn == 1) || key != load<u64>(record, L.D_KEY);
  const flipPiece = isFlipped ? 8 : 0;
  const flip = isFlipped ? 56 : 0;
  const side = turn ^ (isFlipped ? 1 : 0);
  let size = 0;
  let leading = 0;
  let file = 0;
  let leadPawns: u64 = 0;
  if (load<i32>(record, L.D_PAWNS)) {
    const pawn = <i32>load<u8>(L.partOf(record, 0, 0), L.P_PIECES) ^ flipPiece;
    leadPawns = pieces(pawn >> 3, PAWN);
    for (let rest = leadPawns; rest; rest &= rest - 1) {
      setPiece(size, pawn ^ flipPiece);
      setSquare(size++, first(rest) ^ flip);
    }
    leading = size;
    let top = 0;
    for (let index = 1; index < leading; index++)
      if (pawnOrder(square(index)) > pawnOrder(square(top))) top = index;
    swapMen(0, top);
    file = min(square(0) & 7, 7 - (square(0) & 7));
  }
  const part = L.partOf(record, side, file);
  const flags = load<i32>(part, L.P_FLAGS);
  if (isDtz && (flags & L.STM_FLAG) != side && !(isSymmetric && !leadPawns)) {
    outcome = OTHER_SIDE;
    return DRAW;
  }
  for (let rest = occupied() ^ leadPawns; rest; rest &= rest - 1) {
    setSquare(size, first(rest) ^ flip);
    setPiece(size++, pieceOn(first(rest)) ^ flipPiece);
  }
  for (let index = leading; index < size - 1; index++) {
    const wanted = <i32>load<u8>(part + index, L.P_PIECES);
    for (let other = index; other < size; other++) {
      if (piece(other) != wanted) continue;
      swapMen(index, other);
      break;
    }
  }
  const value = decompress(part, indexOf(record, part, size, leading));
  return isDtz ? distanceOf(record, part, value, wdl) : value - 2;
}

function indexOf(record: usize, part: usize, size: i32, leading: i32): u64 {
  if ((square(0) & 7) > 3) for (let index = 0; index < size; index++) setSquare(index, square(index) ^ 7);
  let number: u64 = 0;
  const lead = <i32>load<u8>(part, L.P_GROUPS);
  if (leading) {
    number = <u64>leadIndex(leading, square(0));
    sortSquares(1, leading, true);
    for (let index = 1; index < leading; index++) number += <u64>binomial(index, pawnOrder(square(index)));
  } else {
    number = leadNumber(record, size, lead);
  }
  number *= load<u64>(part, L.P_GROUP_INDEX);
  let start = lead;
  let areOtherPawns = leading > 0 && load<i32>(record, L.D_OTHER) > 0;
  for (let group = 1; load<u8>(part + group, L.P_GROUPS); group++) {
    const length = <i32>load<u8>(part + group, L.P_GROUPS);
    sortSquares(start, start + length, false);
    let sum: u64 = 0;
    for (let index = 0; index < length; index++) {
      const here = square(start + index);
      let below = 0;
      for (let other = 0; other < start; other++) if (square(other) < here) below++;
      sum += <u64>binomial(index + 1, here - below - (areOtherPawns ? 8 : 0));
    }
    areOtherPawns = false;
    number += sum * load<u64>(part + (group << 3), L.P_GROUP_INDEX);
    start += length;
  }
  return number;
}

/** The leading two or three men without pawns, after the board was turned so that the first is in a1-d1-d4. */
function leadNumber(record: usize, size: i32, lead: i32): u64 {
  if (square(0) >> 3 > 3) for (let index = 0; index < size; index++) setSquare(index, square(index) ^ 56);
  for (let index = 0; index < lead; index++) {
    const side = offDiagonal(square(index));
    if (!side) continue;
    if (side > 0) {
      for (let other = index; other < size; other++) {
        setSquare(other, ((square(other) >> 3) | (square(other) << 3)) & 63);
      }
    }
    break;
  }
  const a = square(0);
  const b = square(1);
  if (!load<i32>(record, L.D_UNIQUE)) return <u64>kingPair(triangle(a), b);
  const c = square(2);
  const afterA = b > a ? 1 : 0;
  const afterBoth = (c > a ? 1 : 0) + (c > b ? 1 : 0);
  if (offDiagonal(a)) return <u64>((triangle(a) * 63 + (b - afterA)) * 62 + c - afterBoth);
  if (offDiagonal(b)) return <u64>((6 * 63 + (a >> 3) * 28 + belowDiagonal(b)) * 62 + c - afterBoth);
  if (offDiagonal(c)) {
    return <u64>(6 * 63 * 62 + 4 * 28 * 62 + (a >> 3) * 7 * 28 + ((b >> 3) - afterA) * 28 + belowDiagonal(c));
  }
  return <u64>(
    (6 * 63 * 62 +
      4 * 28 * 62 +
      4 * 7 * 28 +
      (a >> 3) * 7 * 6 +
      ((b >> 3) - afterA) * 6 +
      ((c >> 3) - afterBoth))
  );
}

/** The value at an index: find the block, decode symbols up to it, walk the pair tree down. */
function decompress(part: usize, index: u64): i32 {
  if (load<i32>(part, L.P_FLAGS) & L.SINGLE_FLAG) return load<i32>(part, L.P_SHORTEST);
  const span = <u64>load<u32>(part, L.P_SPAN);
  const sparse = <usize>load<u32>(part, L.P_SPARSE) + <usize>(index / span) * 6;
  let block = load<i32>(sparse);
  let offset = <i32>load<u16>(sparse, 4) + <i32>(index % span) - <i32>(span / 2);
  const lengths = <usize>load<u32>(part, L.P_LENGTHS);
  while (offset < 0) offset += <i32>load<u16>(lengths + (--block << 1)) + 1;
  while (offset > <i32>load<u16>(lengths + (block << 1)))
    offset -= <i32>load<u16>(lengths + (block++ << 1)) + 1;

  let at = <usize>load<u32>(part, L.P_DATA) + <usize>block * <usize>load<u32>(part, L.P_BLOCK_BYTES);
  let buffer = bswap<u64>(load<u64>(at));
  at += 8;
  let bits = 64;
  const codes = <usize>load<u32>(part, L.P_CODES);
  const lowest = <usize>load<u32>(part, L.P_LOWEST);
  const shortest = load<i32>(part, L.P_SHORTEST);
  const symbolLengths = <usize>load<u32>(part, L.P_SYMBOL_LENGTHS);
  let symbol = 0;
  for (;;) {
    let length = 0;
    while (buffer < load<u64>(codes + (length << 3))) length++;
    symbol = <i32>((buffer - load<u64>(codes + (length << 3))) >> <u64>(64 - length - shortest));
    symbol += <i32>load<u16>(lowest + (length << 1));
    const count = <i32>load<u16>(symbolLengths + (symbol << 1)) + 1;
    if (offset < count) break;
    offset -= count;
    length += shortest;
    buffer <<= <u64>length;
    bits -= length;
    if (bits <= 32) {
      bits += 32;
      buffer |= (<u64>bswap<u32>(load<u32>(at))) << (<u64>(64 - bits));
      at += 4;
    }
  }
  const tree = <usize>load<u32>(part, L.P_TREE);
  while (load<u16>(symbolLengths + (symbol << 1))) {
    const left = L.leftOf(tree, symbol);
    const count = <i32>load<u16>(symbolLengths + (left << 1)) + 1;
    if (offset < count) {
      symbol = left;
    } else {
      offset -= count;
      symbol = L.rightOf(tree, symbol);
    }
  }
  return L.leftOf(tree, symbol);
}

function distanceOf(record: usize, part: usize, value: i32, wdl: i32): i32 {
  const flags = load<i32>(part, L.P_FLAGS);
  if (flags & L.MAPPED_FLAG) {
    const row = wdl == LOSS ? 1 : wdl == BLESSED_LOSS ? 3 : wdl == DRAW ? 0 : wdl == CURSED_WIN ? 2 : 0;
    const start = <usize>load<u16>(part + (row << 1), L.P_MAP) + <usize>value;
    const map = <usize>load<u32>(record, L.D_MAP);
    value = flags & L.WIDE_FLAG ? <i32>load<u16>(map + (start << 1)) : <i32>load<u8>(map + start);
  }
  const isPlies =
    wdl == WIN ? (flags & L.WIN_PLIES_FLAG) != 0 : wdl == LOSS ? (flags & L.LOSS_PLIES_FLAG) != 0 : false;
  return (isPlies ? value : value * 2) + 1;
}
