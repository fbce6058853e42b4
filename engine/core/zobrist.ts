/** Random keys of positions. Ours, not those of opening books: they only need to be equal among threads. */
import { ZOBRIST_CASTLING, ZOBRIST_FILES, ZOBRIST_PIECES } from './memory';

export const SIDE_KEY: u64 = 0xf8d626aaaf278509;

export function pieceKey(piece: i32, square: i32): u64 {
  return load<u64>(ZOBRIST_PIECES + (((piece << 6) | square) << 3));
}

export function castlingKey(rights: i32): u64 {
  return load<u64>(ZOBRIST_CASTLING + (rights << 3));
}

export function fileKey(square: i32): u64 {
  return load<u64>(ZOBRIST_FILES + ((square & 7) << 3));
}

let seed: u64 = 0;

function nextRandom(): u64 {
  seed ^= seed >> 12;
  seed ^= seed << 25;
  seed ^= seed >> 27;
  return seed * 0x2545f4914f6cdd1d;
}

export function initZobrist(): void {
  seed = 0x5bf0_3635_c9a1_4d2f;
  for (let index = 0; index < 16 * 64; index++) store<u64>(ZOBRIST_PIECES + (index << 3), nextRandom());
  store<u64>(ZOBRIST_CASTLING, 0);
  for (let index = 1; index < 16; index++) {
    const lowest = index & -index;
    const rest = index ^ lowest;
    const key = rest ? castlingKey(rest) ^ castlingKey(lowest) : nextRandom();
    store<u64>(ZOBRIST_CASTLING + (index << 3), key);
  }
  for (let index = 0; index < 8; index++) store<u64>(ZOBRIST_FILES + (index << 3), nextRandom());
}
