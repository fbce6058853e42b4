import { type Bits, bitsOf } from './bits.ts';
import { type Coding, readCodings } from './bzip2-codes.ts';
import { Damaged, memberEnd, type PackedSource } from './source.ts';

const blockMark = 0x31_41_59_26_53_59;
const endMark = 0x17_72_45_38_50_90;
/** The unit of the block size digit after the magic bytes. */
const levelEntries = 100_000;
const outBytes = 256 * 1024;
/** After this number of equal bytes, a count of further repetitions follows. */
const runBytes = 4;
/** Maximum digits of a run length that fits into a block: a longer sum would overflow. */
const maxRunBits = 21;

/**
 * The content of bzip2 data, which may be several concatenated streams. Uses the memory of one block (4 MB) and one
 * chunk. Checksums are not compared: content with a wrong checksum is inspected as well.
 * @throws Damaged
 */
export function* bunzip2(source: PackedSource): Generator<Buffer> {
  const block = new Uint32Array(9 * levelEntries);
  do {
    const level = (source.take(4)[3] ?? 0) - 0x30;
    if (!(level >= 1 && level <= 9)) throw new Damaged('it has a block size that bzip2 does not have');
    yield* readStream(source, block.subarray(0, level * levelEntries));
    yield memberEnd;
  } while (source.peek(3).toString('latin1') === 'BZh');
}

function* readStream(source: PackedSource, block: Uint32Array): Generator<Buffer> {
  const bits = bitsOf(source);
  for (;;) {
    const mark = bits.take(24) * 2 ** 24 + bits.take(24);
    bits.take(16);
    bits.take(16);
    if (mark === endMark) return bits.align();
    if (mark !== blockMark) throw new Damaged('it has a block that is none');
    yield* readBlock(bits, block);
  }
}

function* readBlock(bits: Bits, block: Uint32Array): Generator<Buffer> {
  if (bits.take(1) === 1) throw new Damaged('it is of an obsolete version');
  const origin = bits.take(24);
  const { symbols, next } = readCodings(bits);
  const { length, counts } = readSymbols(block, symbols, next);
  if (origin >= length) throw new Damaged('it has a block that begins nowhere');
  linkUp(block, length, counts);
  yield* walk(block, length, origin);
}

/** Decodes the codes, the runs and the move-to-front list: the result is the sorted bytes of the block. */
function readSymbols(block: Uint32Array, symbols: Uint8Array, next: Coding['next']) {
  const front = Uint8Array.from(symbols);
  const counts = new Uint32Array(256);
  const endOfBlock = symbols.length + 1;
  let length = 0;
  let run = 0;
  let runBits = 0;
  for (;;) {
    const symbol = next();
    if (symbol <= 1) {
      if (runBits === maxRunBits) throw new Damaged('it has a run that fits into no block');
      run += (symbol + 1) * 2 ** runBits;
      runBits += 1;
      continue;
    }
    if (runBits > 0) {
      if (length + run > block.length) throw new Damaged('it has a block that is too long');
      const byte = front[0] ?? 0;
      block.fill(byte, length, length + run);
      counts[byte] = (counts[byte] ?? 0) + run;
      length += run;
      run = 0;
      runBits = 0;
    }
    if (symbol === endOfBlock) return { length, counts };
    if (length === block.length) throw new Damaged('it has a block that is too long');
    const byte = front[symbol - 1] ?? 0;
    front.copyWithin(1, 0, symbol - 1);
    front[0] = byte;
    block[length] = byte;
    counts[byte] = (counts[byte] ?? 0) + 1;
    length += 1;
  }
}

/** Stores the index of the following byte in the upper bits of each entry. */
function linkUp(block: Uint32Array, length: number, counts: Uint32Array): void {
  const places = new Uint32Array(256);
  for (let byte = 1; byte < 256; byte += 1) {
    places[byte] = (places[byte - 1] ?? 0) + (counts[byte - 1] ?? 0);
  }
  for (let at = 0; at < length; at += 1) {
    const byte = (block[at] ?? 0) & 0xff;
    const place = places[byte] ?? 0;
    block[place] = (block[place] ?? 0) | (at << 8);
    places[byte] = place + 1;
  }
}

function* walk(block: Uint32Array, length: number, origin: number): Generator<Buffer> {
  const out = Buffer.allocUnsafe(outBytes);
  let filled = 0;
  let entry = block[origin] ?? 0;
  let last = -1;
  let equal = 0;
  for (let left = length; left > 0; left -= 1) {
    entry = block[entry >>> 8] ?? 0;
    const byte = entry & 0xff;
    if (filled > outBytes - 256) {
      yield out.subarray(0, filled);
      filled = 0;
    }
    if (equal === runBytes) {
      out.fill(last, filled, filled + byte);
      filled += byte;
      equal = 0;
      last = -1;
      continue;
    }
    out[filled] = byte;
    filled += 1;
    equal = byte === last ? equal + 1 : 1;
    last = byte;
  }
  if (filled > 0) yield out.subarray(0, filled);
}
