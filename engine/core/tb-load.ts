/** Reads the head of a Syzygy file that lies in memory, and files it under its material. */
import { TB_FREE, TB_LOOKUP, TB_MEN } from './memory';
import { binomial, leadSize } from './tb-index';

/** Offsets in the record of a file. */
export const D_PAWNS: usize = 0;
export const D_UNIQUE: usize = 4;
export const D_MEN: usize = 8;
export const D_LEADING: usize = 12;
export const D_OTHER: usize = 16;
export const D_SIDES: usize = 20;
export const D_MAP: usize = 24;
/** The material in the order of the file's name, white first. */
export const D_KEY: usize = 32;
export const D_MIRRORED: usize = 40;
/** Pointers to parts, by side and file of the leading pawn. */
export const D_PARTS: usize = 48;
const D_SIZE: usize = 96;

/** Offsets in a part: one compressed sequence of values. */
export const P_FLAGS: usize = 0;
export const P_SHORTEST: usize = 4;
export const P_BLOCKS: usize = 8;
export const P_BLOCK_BYTES: usize = 12;
export const P_SPAN: usize = 16;
export const P_LOWEST: usize = 20;
export const P_TREE: usize = 24;
export const P_LENGTHS: usize = 28;
export const P_LENGTH_COUNT: usize = 32;
export const P_SPARSE: usize = 36;
export const P_SPARSE_COUNT: usize = 40;
export const P_DATA: usize = 44;
export const P_CODES: usize = 48;
export const P_SYMBOL_LENGTHS: usize = 52;
export const P_PIECES: usize = 56;
export const P_GROUPS: usize = 64;
export const P_GROUP_INDEX: usize = 72;
export const P_MAP: usize = 136;
const P_SIZE: usize = 152;

export const STM_FLAG: i32 = 1;
export const MAPPED_FLAG: i32 = 2;
export const WIN_PLIES_FLAG: i32 = 4;
export const LOSS_PLIES_FLAG: i32 = 8;
export const WIDE_FLAG: i32 = 16;
export const SINGLE_FLAG: i32 = 128;

/** Look-up by material: key u64, WDL record u32, DTZ record u32. */
export const LOOKUP_SIZE: u32 = 4096;
const WDL_MAGIC: u32 = 0x5d23e871;
const DTZ_MAGIC: u32 = 0xa50c66d7;

function take(bytes: usize): usize {
  const start = (<usize>load<u32>(TB_FREE) + 7) & ~7;
  store<u32>(TB_FREE, <u32>(start + bytes));
  memory.fill(start, 0, bytes);
  return start;
}

/** Empties the look-up; the host said where free memory starts. */
export function openTables(): void {
  store<u32>(TB_LOOKUP, <u32>take(LOOKUP_SIZE * 16));
  store<u32>(TB_MEN, 0);
}

function slotAt(index: u32): usize {
  return <usize>load<u32>(TB_LOOKUP) + ((<usize>index) << 4);
}

/** The slot of a material, used or free. */
export function slotOf(key: u64): usize {
  let index = <u32>((key * 0x9e3779b97f4a7c15) >> 52);
  let slot = slotAt(index);
  while (load<u64>(slot) != key && load<u64>(slot) != 0) {
    index = (index + 1) & (LOOKUP_SIZE - 1);
    slot = slotAt(index);
  }
  return slot;
}

/** Registers a file; `key` counts its men like the material key of positions. False when it is no such table. */
export function addTable(data: usize, key: u64, isDtz: bool): bool {
  if (load<u32>(data) != (isDtz ? DTZ_MAGIC : WDL_MAGIC)) return false;
  const mirrored = ((key & 0xffffff) << 24) | (key >> 24);
  const record = take(D_SIZE);
  store<u64>(record, key, D_KEY);
  store<u64>(record, mirrored, D_MIRRORED);
  const white = <i32>(key & 15);
  const black = <i32>((key >> 24) & 15);
  const blackLeads = black > 0 && (white == 0 || black < white);
  store<i32>(record, white + black > 0 ? 1 : 0, D_PAWNS);
  store<i32>(record, blackLeads ? black : white, D_LEADING);
  store<i32>(record, blackLeads ? white : black, D_OTHER);
  let men = 0;
  let unique = 0;
  for (let kind = 0; kind < 12; kind++) {
    const count = <i32>((key >> ((<u64>kind) << 2)) & 15);
    men += count;
    if (count == 1 && kind != 5 && kind != 11) unique = 1;
  }
  store<i32>(record, men, D_MEN);
  store<i32>(record, unique, D_UNIQUE);
  readHead(record, data, isDtz, key != mirrored);
  for (let side = 0; side < 2; side++) {
    const slot = slotOf(side ? mirrored : key);
    store<u64>(slot, side ? mirrored : key);
    store<u32>(slot + (isDtz ? 12 : 8), <u32>record);
  }
  if (<u32>men > load<u32>(TB_MEN)) store<u32>(TB_MEN, men);
  return true;
}

export function partOf(record: usize, side: i32, file: i32): usize {
  const row = load<i32>(record, D_SIDES) == 2 ? side : 0;
  return <usize>load<u32>(record + (((row << 2) | file) << 2), D_PARTS);
}

function readHead(record: usize, data: usize, isDtz: bool, isSplit: bool): void {
  const sides = !isDtz && isSplit ? 2 : 1;
  store<i32>(record, sides, D_SIDES);
  const files = load<i32>(record, D_PAWNS) ? 4 : 1;
  const men = load<i32>(record, D_MEN);
  const bothHavePawns = load<i32>(record, D_OTHER) > 0 && load<i32>(record, D_PAWNS) != 0;
  let at = data + 5;
  for (let file = 0; file < files; file++) {
    const orders = <i32>load<u8>(at);
    const others = bothHavePawns ? <i32>load<u8>(at, 1) : 0xff;
    at += bothHavePawns ? 2 : 1;
    for (let side = 0; side < sides; side++) {
      const part = take(P_SIZE);
      store<u32>(record + (((side << 2) | file) << 2), <u32>part, D_PARTS);
      const shift = side << 2;
      for (let index = 0; index < men; index++)
        store<u8>(part + index, (<i32>load<u8>(at + index) >> shift) & 15, P_PIECES);
      readGroups(record, part, (orders >> shift) & 15, (others >> shift) & 15, file);
    }
    at += men;
  }
  at += at & 1;
  for (let file = 0; file < files; file++) {
    for (let side = 0; side < sides; side++) at = readSizes(partOf(record, side, file), at);
  }
  if (isDtz) at = readMaps(record, files, at);
  for (let file = 0; file < files; file++) {
    for (let side = 0; side < sides; side++) {
      const part = partOf(record, side, file);
      store<u32>(part, <u32>at, P_SPARSE);
      at += load<u32>(part, P_SPARSE_COUNT) * 6;
    }
  }
  for (let file = 0; file < files; file++) {
    for (let side = 0; side < sides; side++) {
      const part = partOf(record, side, file);
      store<u32>(part, <u32>at, P_LENGTHS);
      at += load<u32>(part, P_LENGTH_COUNT) * 2;
    }
  }
  for (let file = 0; file < files; file++) {
    for (let side = 0; side < sides; side++) {
      const part = partOf(record, side, file);
      at = (at + 63) & ~63;
      store<u32>(part, <u32>at, P_DATA);
      at += load<u32>(part, P_BLOCKS) * load<u32>(part, P_BLOCK_BYTES);
    }
  }
}

/** Like men in a row form a group; each group's place in the index depends on the order given. */
function readGroups(record: usize, part: usize, order: i32, otherOrder: i32, file: i32): void {
  const hasPawns = load<i32>(record, D_PAWNS) != 0;
  const isUnique = load<i32>(record, D_UNIQUE) != 0;
  const men = load<i32>(record, D_MEN);
  const groups = part + P_GROUPS;
  let leading = hasPawns ? 0 : isUnique ? 3 : 2;
  let count = 0;
  store<u8>(groups, 1);
  for (let index = 1; index < men; index++) {
    const isSame = load<u8>(part + index, P_PIECES) == load<u8>(part + index - 1, P_PIECES);
    if (--leading > 0 || isSame) store<u8>(groups + count, load<u8>(groups + count) + 1);
    else store<u8>(groups + ++count, 1);
  }
  store<u8>(groups + ++count, 0);
  const bothHavePawns = hasPawns && load<i32>(record, D_OTHER) > 0;
  const lead = <i32>load<u8>(groups);
  let next = bothHavePawns ? 2 : 1;
  let free = 64 - lead - (bothHavePawns ? <i32>load<u8>(groups, 1) : 0);
  let size: u64 = 1;
  const indices = part + P_GROUP_INDEX;
  for (let place = 0; next < count || place == order || place == otherOrder; place++) {
    if (place == order) {
      store<u64>(indices, size);
      size *= hasPawns ? <u64>leadSize(lead, file) : isUnique ? 31332 : 462;
    } else if (place == otherOrder) {
      store<u64>(indices, size, 8);
      size *= <u64>binomial(<i32>load<u8>(groups, 1), 48 - lead);
    } else {
      const length = <i32>load<u8>(groups + next);
      store<u64>(indices + (next << 3), size);
      size *= <u64>binomial(length, free);
      free -= length;
      next++;
    }
  }
  store<u64>(indices + (count << 3), size);
}

function readSizes(part: usize, at: usize): usize {
  const flags = <i32>load<u8>(at);
  store<i32>(part, flags, P_FLAGS);
  if (flags & SINGLE_FLAG) {
    store<i32>(part, <i32>load<u8>(at, 1), P_SHORTEST);
    return at + 2;
  }
  let groups = 0;
  while (load<u8>(part + groups, P_GROUPS)) groups++;
  const size = load<u64>(part + (groups << 3), P_GROUP_INDEX);
  const span: u64 = (<u64>1) << (<u64>load<u8>(at, 2));
  store<u32>(part, 1 << (<u32>load<u8>(at, 1)), P_BLOCK_BYTES);
  store<u32>(part, <u32>span, P_SPAN);
  store<u32>(part, <u32>((size + span - 1) / span), P_SPARSE_COUNT);
  const blocks = load<u32>(at, 4);
  store<u32>(part, blocks, P_BLOCKS);
  store<u32>(part, blocks + load<u8>(at, 3), P_LENGTH_COUNT);
  const longest = <i32>load<u8>(at, 8);
  const shortest = <i32>load<u8>(at, 9);
  store<i32>(part, shortest, P_SHORTEST);
  at += 10;
  const lowest = at;
  store<u32>(part, <u32>lowest, P_LOWEST);
  const lengths = longest - shortest + 1;
  const codes = take(<usize>lengths * 8);
  store<u32>(part, <u32>codes, P_CODES);
  for (let index = lengths - 2; index >= 0; index--) {
    const above = load<u64>(codes + ((index + 1) << 3));
    const value =
      (above + <u64>load<u16>(lowest + (index << 1)) - <u64>load<u16>(lowest + ((index + 1) << 1))) / 2;
    store<u64>(codes + (index << 3), value);
  }
  for (let index = 0; index < lengths; index++) {
    const cell = codes + (index << 3);
    store<u64>(cell, load<u64>(cell) << (<u64>(64 - index - shortest)));
  }
  at += <usize>lengths * 2;
  const symbols = <i32>load<u16>(at);
  at += 2;
  store<u32>(part, <u32>at, P_TREE);
  const symbolLengths = take(<usize>symbols * 2);
  store<u32>(part, <u32>symbolLengths, P_SYMBOL_LENGTHS);
  memory.fill(symbolLengths, 0xff, <usize>symbols * 2);
  for (let symbol = 0; symbol < symbols; symbol++) measureSymbol(at, symbolLengths, symbol);
  return at + <usize>symbols * 3 + <usize>(symbols & 1);
}

export function leftOf(tree: usize, symbol: i32): i32 {
  const node = tree + symbol * 3;
  return ((<i32>load<u8>(node, 1) & 15) << 8) | <i32>load<u8>(node);
}

export function rightOf(tree: usize, symbol: i32): i32 {
  const node = tree + symbol * 3;
  return ((<i32>load<u8>(node, 2)) << 4) | (<i32>load<u8>(node, 1) >> 4);
}

/** The number of values of a symbol, less one. */
function measureSymbol(tree: usize, lengths: usize, symbol: i32): i32 {
  const cell = lengths + (symbol << 1);
  const known = <i32>load<u16>(cell);
  if (known != 0xffff) return known;
  const right = rightOf(tree, symbol);
  const length =
    right == 0xfff
      ? 0
      : measureSymbol(tree, lengths, leftOf(tree, symbol)) + measureSymbol(tree, lengths, right) + 1;
  store<u16>(cell, <u16>length);
  return length;
}

function readMaps(record: usize, files: i32, at: usize): usize {
  const map = at;
  store<u32>(record, <u32>map, D_MAP);
  for (let file = 0; file < files; file++) {
    const part = partOf(record, 0, file);
    const flags = load<i32>(part, P_FLAGS);
    if (!(flags & MAPPED_FLAG)) continue;
    const isWide = (flags & WIDE_FLAG) != 0;
    if (isWide) at += at & 1;
    for (let index = 0; index < 4; index++) {
      store<u16>(part + (index << 1), <u16>(isWide ? (at - map) / 2 + 1 : at - map + 1), P_MAP);
      at += isWide ? 2 * <usize>load<u16>(at) + 2 : <usize>load<u8>(at) + 1;
    }
  }
  return at + (at & 1);
}
