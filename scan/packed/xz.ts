import { unpackLzma2 } from './lzma2.ts';
import { Damaged, memberEnd, type PackedSource, skipZeros, Unsupported } from './source.ts';

const magic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]);
const lzma2 = 0x21;
/** Sizes of the check after a block, by check id. */
const checkBytes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/**
 * The content of an xz file, which may be several concatenated streams with padding between them. Checks are not
 * compared, as in {@link bunzip2}. @throws Damaged, Unsupported for other filters than LZMA2
 */
export function* unxz(source: PackedSource, maxWindowBytes: number): Generator<Buffer> {
  do {
    const header = source.take(12);
    if (!header.subarray(0, 6).equals(magic)) throw new Damaged('it has a stream that is none');
    const check = checkBytes[(header[7] ?? 0) & 0x0f] ?? 0;
    let blocks = 0;
    for (let size = source.byte(); size !== 0; size = source.byte()) {
      const begin = source.position() - 1;
      const windowBytes = readBlockHeader(source.take((size + 1) * 4 - 1));
      if (windowBytes > maxWindowBytes) {
        throw new Unsupported(`it needs more than ${maxWindowBytes} bytes of memory`);
      }
      yield* unpackLzma2(source, windowBytes);
      skipPadding(source, begin);
      source.take(check);
      blocks += 1;
      yield memberEnd;
    }
    skipIndex(source, blocks);
    source.take(12);
    yield memberEnd;
    yield* skipZeros(source);
  } while (source.peek(6).equals(magic));
}

/** The window size that the block needs. `header` is without its first byte. */
function readBlockHeader(header: Buffer): number {
  const flags = header[0] ?? 0;
  if ((flags & 0x3f) !== 0) throw new Unsupported('it is packed by a filter that is not known here');
  let at = 1;
  for (const isThere of [(flags & 0x40) !== 0, (flags & 0x80) !== 0]) {
    if (isThere) at += numberLength(header, at);
  }
  const [filter, length, window = 0] = header.subarray(at, at + 3);
  if (filter !== lzma2) throw new Unsupported('it is packed by a filter that is not known here');
  if (length !== 1 || window > 40) throw new Damaged('it has a block without a size');
  return window === 40 ? 2 ** 32 - 1 : (2 | (window & 1)) * 2 ** ((window >> 1) + 11);
}

function numberLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 9; length += 1) {
    if (((bytes[at + length - 1] ?? 0x80) & 0x80) === 0) return length;
  }
  throw new Damaged('it has a number that does not end');
}

/** Skips the padding of a block, whose size counts from its beginning. */
function skipPadding(source: PackedSource, begin: number): void {
  while ((source.position() - begin) % 4 !== 0) source.byte();
}

/** Skips the index, after its indicator byte was read. */
function skipIndex(source: PackedSource, blocks: number): void {
  const begin = source.position() - 1;
  if (readNumber(source) !== blocks) throw new Damaged('it has another number of blocks than it says');
  for (let left = blocks; left > 0; left -= 1) {
    readNumber(source);
    readNumber(source);
  }
  skipPadding(source, begin);
  source.take(4);
}

function readNumber(source: PackedSource): number {
  let value = 0;
  for (let place = 0; place < 9; place += 1) {
    const byte = source.byte();
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return value;
  }
  throw new Damaged('it has a number that does not end');
}
