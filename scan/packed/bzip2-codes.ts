import type { Bits } from './bits.ts';
import { Damaged } from './source.ts';

const maxCodeBits = 20;
/** The number of symbols after which the code may change. */
const groupSize = 50;
/** The maximum that any block needs: old writers pad the list, and decoders ignore the padding. */
const maxSelectors = 18_002;

interface Code {
  minBits: number;
  maxBits: number;
  /** Limits by length of code words: the last word of a length, and the offset from a word to its index in `order`. */
  limits: Int32Array;
  offsets: Int32Array;
  order: Uint16Array;
}

export interface Coding {
  /** Bytes that occur in the block, in ascending order. */
  symbols: Uint8Array;
  /** 0 and 1 are digits of a run length, the last symbol is the end of the block, the others are list positions. */
  next(): number;
}

/** Reads the codes before a block's content. @throws Damaged */
export function readCodings(bits: Bits): Coding {
  const symbols = readSymbolMap(bits);
  const groups = bits.take(3);
  if (symbols.length === 0 || groups < 2 || groups > 6) throw new Damaged('it has a block without codes');
  const selectors = readSelectors(bits, groups);
  const codes = Array.from({ length: groups }, () => codeOf(readLengths(bits, symbols.length + 2)));
  let selected = -1;
  let left = 0;
  let code = codes[0] as Code; // there are at least two codes
  return {
    symbols,
    next() {
      if (left === 0) {
        selected += 1;
        const chosen = selected < selectors.length ? codes[selectors[selected] ?? 0] : undefined;
        if (!chosen) throw new Damaged('it has more symbols than codes for them');
        code = chosen;
        left = groupSize;
      }
      left -= 1;
      return readSymbol(bits, code);
    },
  };
}

function readSymbolMap(bits: Bits): Uint8Array {
  const ranges = bits.take(16);
  const symbols: number[] = [];
  for (let range = 0; range < 16; range += 1) {
    if (((ranges >> (15 - range)) & 1) === 0) continue;
    const used = bits.take(16);
    for (let at = 0; at < 16; at += 1) if (((used >> (15 - at)) & 1) === 1) symbols.push(range * 16 + at);
  }
  return Uint8Array.from(symbols);
}

function readSelectors(bits: Bits, groups: number): Uint8Array {
  const count = bits.take(15);
  if (count === 0) throw new Damaged('it has a block without codes');
  const selectors = new Uint8Array(Math.min(count, maxSelectors));
  const front = [0, 1, 2, 3, 4, 5];
  for (let index = 0; index < count; index += 1) {
    let place = 0;
    while (bits.take(1) === 1) {
      place += 1;
      if (place >= groups) throw new Damaged('it has a code that is not there');
    }
    const [selected = 0] = front.splice(place, 1);
    front.unshift(selected);
    if (index < selectors.length) selectors[index] = selected;
  }
  return selectors;
}

function readLengths(bits: Bits, count: number): Uint8Array {
  const lengths = new Uint8Array(count);
  let length = bits.take(5);
  for (let symbol = 0; symbol < count; symbol += 1) {
    for (;;) {
      if (length < 1 || length > maxCodeBits) throw new Damaged('it has a code of an impossible length');
      if (bits.take(1) === 0) break;
      length += bits.take(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}

/** Canonical code: words of one length are consecutive, in the order of their symbols. */
function codeOf(lengths: Uint8Array): Code {
  const minBits = Math.min(...lengths);
  const maxBits = Math.max(...lengths);
  const limits = new Int32Array(maxCodeBits + 1).fill(-1);
  const offsets = new Int32Array(maxCodeBits + 1);
  const order = new Uint16Array(lengths.length);
  let placed = 0;
  let word = 0;
  for (let length = minBits; length <= maxBits; length += 1) {
    const first = placed;
    for (const [symbol, each] of lengths.entries()) {
      if (each !== length) continue;
      order[placed] = symbol;
      placed += 1;
    }
    offsets[length] = first - word;
    word += placed - first;
    limits[length] = word - 1;
    word *= 2;
  }
  return { minBits, maxBits, limits, offsets, order };
}

function readSymbol(bits: Bits, { minBits, maxBits, limits, offsets, order }: Code): number {
  let word = bits.take(minBits);
  for (let length = minBits; length <= maxBits; length += 1) {
    if (length > minBits) word = word * 2 + bits.take(1);
    if (word > (limits[length] ?? -1)) continue;
    const symbol = order[word + (offsets[length] ?? 0)];
    if (symbol !== undefined) return symbol;
    break;
  }
  throw new Damaged('it has a code word that means nothing');
}
