/** The board of this thread, and the chain of states that make and unmake move along. */
import { BOARD, BY_COLOR, BY_TYPE, STATES, STATE_SIZE, T } from './memory';
import { bishopAttacks, rookAttacks } from './magics';
import {
  BISHOP,
  BLACK,
  KING,
  KNIGHT,
  NO_SQUARE,
  PAWN,
  QUEEN,
  ROOK,
  WHITE,
  between,
  bit,
  first,
  isMany,
  kingAttacks,
  knightAttacks,
  pawnAttacks,
} from './squares';

/** Offsets within a state. */
export const KEY: usize = 0;
export const PAWN_KEY: usize = 8;
export const WHITE_KEY: usize = 16;
export const BLACK_KEY: usize = 24;
export const CHECKERS: usize = 32;
export const PINNED: usize = 40;
export const MATERIAL_KEY: usize = 48;
export const CASTLING: usize = 64;
export const EN_PASSANT: usize = 68;
export const CAPTURED: usize = 72;
export const CLOCK: usize = 76;
/** Plies since the last null move: a repetition never reaches across one. */
export const SINCE_NULL: usize = 80;
export const MOVE: usize = 84;
/** Distance to the same position before; negative when it stood twice already. */
export const REPEATED: usize = 88;
/** u8: the man that moved here, before a promotion; one bit for each view whose hidden layer is up to date. */
export const NET_MOVED: usize = 92;
export const NET_VALID: usize = 93;

export const START_STATE: usize = STATES;

/** The current state and side to move. */
export let st: usize = 0;
export let turn: i32 = 0;

export function enter(state: usize, side: i32): void {
  st = state;
  turn = side;
}

export function pieceOn(square: i32): i32 {
  return load<u8>(T + square, BOARD);
}

export function ofType(type: i32): u64 {
  return load<u64>(T + (type << 3), BY_TYPE);
}

export function ofColor(color: i32): u64 {
  return load<u64>(T + (color << 3), BY_COLOR);
}

export function pieces(color: i32, type: i32): u64 {
  return ofColor(color) & ofType(type);
}

export function occupied(): u64 {
  return load<u64>(T, BY_COLOR) | load<u64>(T, BY_COLOR + 8);
}

export function kingSquare(color: i32): i32 {
  return first(pieces(color, KING));
}

export function checkers(): u64 {
  return load<u64>(st, CHECKERS);
}

export function key(): u64 {
  return load<u64>(st, KEY);
}

/** Pieces without pawns and king: null moves are trusted only with some. */
export function hasPieces(color: i32): bool {
  return (ofColor(color) & ~(ofType(PAWN) | ofType(KING))) != 0;
}

export function putPiece(piece: i32, square: i32): void {
  const mask = bit(square);
  store<u8>(T + square, <u8>piece, BOARD);
  const type = T + ((piece & 7) << 3);
  store<u64>(type, load<u64>(type, BY_TYPE) | mask, BY_TYPE);
  const color = T + ((piece >> 3) << 3);
  store<u64>(color, load<u64>(color, BY_COLOR) | mask, BY_COLOR);
}

export function removeBatch(piece: i32, square: i32): void {
  const mask = ~bit(square);
  store<u8>(T + square, 0, BOARD);
  const type = T + ((piece & 7) << 3);
  store<u64>(type, load<u64>(type, BY_TYPE) & mask, BY_TYPE);
  const color = T + ((piece >> 3) << 3);
  store<u64>(color, load<u64>(color, BY_COLOR) & mask, BY_COLOR);
}

export function movePiece(piece: i32, from: i32, to: i32): void {
  const mask = bit(from) | bit(to);
  store<u8>(T + from, 0, BOARD);
  store<u8>(T + to, <u8>piece, BOARD);
  const type = T + ((piece & 7) << 3);
  store<u64>(type, load<u64>(type, BY_TYPE) ^ mask, BY_TYPE);
  const color = T + ((piece >> 3) << 3);
  store<u64>(color, load<u64>(color, BY_COLOR) ^ mask, BY_COLOR);
}

export function attackersTo(square: i32, occupancy: u64): u64 {
  const queens = ofType(QUEEN);
  return (
    (pawnAttacks(WHITE, square) & pieces(BLACK, PAWN)) |
    (pawnAttacks(BLACK, square) & pieces(WHITE, PAWN)) |
    (knightAttacks(square) & ofType(KNIGHT)) |
    (kingAttacks(square) & ofType(KING)) |
    (bishopAttacks(square, occupancy) & (ofType(BISHOP) | queens)) |
    (rookAttacks(square, occupancy) & (ofType(ROOK) | queens))
  );
}

export function isAttacked(square: i32, occupancy: u64, by: i32): bool {
  const theirs = ofColor(by);
  if (pawnAttacks(by ^ 1, square) & theirs & ofType(PAWN)) return true;
  if (knightAttacks(square) & theirs & ofType(KNIGHT)) return true;
  if (kingAttacks(square) & theirs & ofType(KING)) return true;
  const queens = ofType(QUEEN);
  if (bishopAttacks(square, occupancy) & theirs & (ofType(BISHOP) | queens)) return true;
  return (rookAttacks(square, occupancy) & theirs & (ofType(ROOK) | queens)) != 0;
}

/** Checkers and pinned pieces of the side to move, from one look along the king's lines. */
export function refreshChecks(): void {
  const us = turn;
  const king = kingSquare(us);
  const own = ofColor(us);
  const theirs = ofColor(us ^ 1);
  const queens = ofType(QUEEN);
  let checks = ((pawnAttacks(us, king) & ofType(PAWN)) | (knightAttacks(king) & ofType(KNIGHT))) & theirs;
  let pinned: u64 = 0;
  let snipers =
    ((bishopAttacks(king, theirs) & (ofType(BISHOP) | queens)) |
      (rookAttacks(king, theirs) & (ofType(ROOK) | queens))) &
    theirs;
  while (snipers) {
    const sniper = first(snipers);
    const blockers = between(king, sniper) & own;
    checks |= select<u64>(0, bit(sniper), blockers != 0);
    pinned |= select<u64>(0, blockers, isMany(blockers));
    snipers &= snipers - 1;
  }
  store<u64>(st, checks, CHECKERS);
  store<u64>(st, pinned, PINNED);
}

/** Whether `side` has a legal en-passant capture onto the square; only then it belongs into the key. */
export function canCaptureEnPassant(side: i32, square: i32): bool {
  let takers = pawnAttacks(side ^ 1, square) & pieces(side, PAWN);
  const victim = bit(square ^ 8);
  const king = kingSquare(side);
  const theirs = ofColor(side ^ 1) & ~victim;
  while (takers) {
    const taker = first(takers);
    const after = (occupied() ^ bit(taker) ^ victim) | bit(square);
    if (!(attackersTo(king, after) & theirs)) return true;
    takers &= takers - 1;
  }
  return false;
}

export function clearBoard(): void {
  memory.fill(T, 0, 256);
  st = T + START_STATE;
  memory.fill(st, 0, STATE_SIZE);
  store<i32>(st, NO_SQUARE, EN_PASSANT);
  turn = WHITE;
}

/** Moves the chain of states back to its start, keeping those that a repetition can still reach. */
export function compactStates(keep: i32): void {
  const start = T + START_STATE;
  const length = <i32>((st - start) / STATE_SIZE);
  if (length <= keep) return;
  memory.copy(start, st - <usize>keep * STATE_SIZE, <usize>(keep + 1) * STATE_SIZE);
  st = start + <usize>keep * STATE_SIZE;
  // Hidden layers of the network stayed where they were.
  for (let state = start; state <= st; state += STATE_SIZE) store<u8>(state, 0, NET_VALID);
}
