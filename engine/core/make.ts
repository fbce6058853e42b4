/** Making and taking back moves. A move is `from | to << 6 | flag << 12`. */
import { CASTLING_MASK, STATE_SIZE } from './memory';
import { isConsistent, materialUnit } from './keys';
import {
  CAPTURED,
  CASTLING,
  CLOCK,
  EN_PASSANT,
  KEY,
  MATERIAL_KEY,
  MOVE,
  NET_MOVED,
  PAWN_KEY,
  REPEATED,
  SINCE_NULL,
  WHITE_KEY,
  canCaptureEnPassant,
  enter,
  movePiece,
  pieceOn,
  pieces,
  putPiece,
  refreshChecks,
  removeBatch,
  st,
  turn,
} from './position';
import { NO_SQUARE, PAWN, ROOK, pawnAttacks } from './squares';
import { SIDE_KEY, castlingKey, fileKey, pieceKey } from './zobrist';

export const NO_MOVE: i32 = 0;
export const CASTLE: i32 = 1;
export const TAKE_PASSING: i32 = 2;
/** Flags 4..7 promote to knight, bishop, rook, queen. */
export const PROMOTE: i32 = 4;

export function fromOf(move: i32): i32 {
  return move & 63;
}

export function toOf(move: i32): i32 {
  return (move >> 6) & 63;
}

export function flagOf(move: i32): i32 {
  return move >> 12;
}

/** The type a pawn becomes; only for flags of promotions. */
export function promotedType(move: i32): i32 {
  return (move >> 12) - 2;
}

export function makeMove(move: i32): void {
  const previous = st;
  const next = previous + STATE_SIZE;
  const us = turn;
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  const piece = pieceOn(from);
  let captured = pieceOn(to);
  let hash = load<u64>(previous, KEY) ^ SIDE_KEY;
  let clock = load<i32>(previous, CLOCK) + 1;
  let pawns = load<u64>(previous, PAWN_KEY);
  let material = load<u64>(previous, MATERIAL_KEY);
  let own = load<u64>(previous + (us << 3), WHITE_KEY);
  let theirs = load<u64>(previous + ((us ^ 1) << 3), WHITE_KEY);

  const passing = load<i32>(previous, EN_PASSANT);
  if (passing != NO_SQUARE) hash ^= fileKey(passing);

  const victim = flag == TAKE_PASSING ? to ^ 8 : to;
  if (flag == TAKE_PASSING) captured = ((us ^ 1) << 3) | PAWN;
  if (captured) {
    const change = pieceKey(captured, victim);
    removeBatch(captured, victim);
    hash ^= change;
    if ((captured & 7) == PAWN) pawns ^= change;
    else theirs ^= change;
    material -= materialUnit(captured);
    clock = 0;
  }

  const change = pieceKey(piece, from) ^ pieceKey(piece, to);
  movePiece(piece, from, to);
  hash ^= change;

  let nextPassing = NO_SQUARE;
  if ((piece & 7) == PAWN) {
    clock = 0;
    pawns ^= change;
    if ((from ^ to) == 16) {
      if (pawnAttacks(us, to ^ 8) & pieces(us ^ 1, PAWN) && canCaptureEnPassant(us ^ 1, to ^ 8)) {
        nextPassing = to ^ 8;
        hash ^= fileKey(nextPassing);
      }
    } else if (flag >= PROMOTE) {
      const promoted = (us << 3) | (flag - 2);
      removeBatch(piece, to);
      putPiece(promoted, to);
      hash ^= pieceKey(piece, to) ^ pieceKey(promoted, to);
      pawns ^= pieceKey(piece, to);
      own ^= pieceKey(promoted, to);
      material += materialUnit(promoted) - materialUnit(piece);
    }
  } else {
    own ^= change;
    if (flag == CASTLE) {
      const rook = (us << 3) | ROOK;
      const rookFrom = to > from ? to + 1 : to - 2;
      const rookTo = to > from ? to - 1 : to + 1;
      const rookChange = pieceKey(rook, rookFrom) ^ pieceKey(rook, rookTo);
      movePiece(rook, rookFrom, rookTo);
      hash ^= rookChange;
      own ^= rookChange;
    }
  }

  const rights = load<i32>(previous, CASTLING);
  const left = rights & load<u8>(CASTLING_MASK + from) & load<u8>(CASTLING_MASK + to);
  hash ^= castlingKey(rights) ^ castlingKey(left);

  store<u64>(next, hash, KEY);
  store<u64>(next, pawns, PAWN_KEY);
  store<u64>(next + (us << 3), own, WHITE_KEY);
  store<u64>(next + ((us ^ 1) << 3), theirs, WHITE_KEY);
  store<u64>(next, material, MATERIAL_KEY);
  store<i32>(next, left, CASTLING);
  store<i32>(next, nextPassing, EN_PASSANT);
  store<i32>(next, captured, CAPTURED);
  store<i32>(next, clock, CLOCK);
  store<i32>(next, load<i32>(previous, SINCE_NULL) + 1, SINCE_NULL);
  store<i32>(next, move, MOVE);
  store<i32>(next, piece, NET_MOVED);
  enter(next, us ^ 1);
  refreshChecks();
  store<i32>(next, distanceToRepetition(hash, clock), REPEATED);
  if (!ASC_NO_ASSERT) assert(isConsistent());
}

export function unmakeMove(): void {
  const move = load<i32>(st, MOVE);
  const captured = load<i32>(st, CAPTURED);
  const us = turn ^ 1;
  enter(st - STATE_SIZE, us);
  const from = fromOf(move);
  const to = toOf(move);
  const flag = flagOf(move);
  if (flag >= PROMOTE) {
    removeBatch(pieceOn(to), to);
    putPiece((us << 3) | PAWN, from);
  } else {
    movePiece(pieceOn(to), to, from);
    if (flag == CASTLE) {
      const rook = (us << 3) | ROOK;
      movePiece(rook, to > from ? to - 1 : to + 1, to > from ? to + 1 : to - 2);
    }
  }
  if (captured) putPiece(captured, flag == TAKE_PASSING ? to ^ 8 : to);
}

/** Passes the turn. Only out of check. */
export function makeNull(): void {
  const previous = st;
  const next = previous + STATE_SIZE;
  // Sixteen bytes at a time, of which a state has a whole number: `memory.copy` is a call out of the core.
  for (let at: usize = 0; at < STATE_SIZE; at += 16) v128.store(next + at, v128.load(previous + at));
  let hash = load<u64>(previous, KEY) ^ SIDE_KEY;
  const passing = load<i32>(previous, EN_PASSANT);
  if (passing != NO_SQUARE) hash ^= fileKey(passing);
  store<u64>(next, hash, KEY);
  store<i32>(next, NO_SQUARE, EN_PASSANT);
  store<i32>(next, load<i32>(previous, CLOCK) + 1, CLOCK);
  store<i32>(next, 0, SINCE_NULL);
  store<i32>(next, NO_MOVE, MOVE);
  store<i32>(next, 0, NET_MOVED);
  store<i32>(next, 0, CAPTURED);
  store<i32>(next, 0, REPEATED);
  enter(next, turn ^ 1);
  refreshChecks();
}

export function unmakeNull(): void {
  enter(st - STATE_SIZE, turn ^ 1);
}

function distanceToRepetition(hash: u64, clock: i32): i32 {
  const since = load<i32>(st, SINCE_NULL);
  const end = clock < since ? clock : since;
  let state = st - 2 * STATE_SIZE;
  for (let back = 4; back <= end; back += 2) {
    state -= 2 * STATE_SIZE;
    if (load<u64>(state, KEY) == hash) return load<i32>(state, REPEATED) ? -back : back;
  }
  return 0;
}

export function initCastlingMasks(): void {
  memory.fill(CASTLING_MASK, 15, 64);
  store<u8>(CASTLING_MASK, 13);
  store<u8>(CASTLING_MASK + 4, 12);
  store<u8>(CASTLING_MASK + 7, 14);
  store<u8>(CASTLING_MASK + 56, 7);
  store<u8>(CASTLING_MASK + 60, 3);
  store<u8>(CASTLING_MASK + 63, 11);
}
