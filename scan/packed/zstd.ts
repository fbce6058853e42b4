import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { memberEnd, type PackedSource } from './source.ts';
import { asOurs, streamed } from './node-decompressor.ts';

const magic = 0xfd2fb528;
/** The writer chooses the last four bits. */
const skippableMagic = 0x184d2a50;
const chunkSize = 256 * 1024;
/** Frames up to this size are unpacked in one call: an archive of many frames has one per file. */
const smallPackedBytes = [2 * 1024, 32 * 1024, 256 * 1024];
const smallUnpackedBytes = 4 * 1024 * 1024;

export function isZstd(head: Buffer): boolean {
  if (head.length < 4) return false;
  const word = head.readUInt32LE(0);
  return word === magic || isSkippable(word);
}

/**
 * The content of all concatenated zstd frames. The runtime's own reader ends after the first frame.
 * @throws Damaged, Unsupported for windows beyond `maxWindowBytes` and for dictionaries
 */
export async function* unzstd(source: PackedSource, maxWindowBytes: number): AsyncGenerator<Buffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: Math.log2(maxWindowBytes) };
  while (isZstd(source.peek(4))) {
    if (isSkippable(source.peek(4).readUInt32LE(0))) {
      const length = source.take(8).readUInt32LE(4);
      source.seek(Math.min(source.size, source.position() + length));
      yield memberEnd;
      continue;
    }
    const small = unpackSmall(source, params);
    if (small) yield small;
    else yield* streamed(source, createZstdDecompress({ chunkSize, params }));
    yield memberEnd;
  }
}

function isSkippable(word: number): boolean {
  return (word & 0xff_ff_ff_f0) >>> 0 === skippableMagic;
}

/** Undefined for a large or unreadable frame. */
function unpackSmall(source: PackedSource, params: Record<number, number>): Buffer | undefined {
  const length = smallLength(source);
  if (length === undefined) return undefined;
  const frame = source.peek(length);
  try {
    const unpacked = zstdDecompressSync(frame, { params, maxOutputLength: smallUnpackedBytes });
    source.seek(source.position() + length);
    return unpacked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw asOurs(error);
  }
}

/** The length of a small frame; looks no further than necessary, because it buffers the bytes it looks at. */
function smallLength(source: PackedSource): number | undefined {
  for (const seen of smallPackedBytes) {
    const bytes = source.peek(seen);
    const length = frameLength(bytes);
    if (length !== undefined || bytes.length < seen) return length;
  }
  return undefined;
}

/**
 * The length of the frame at the start of `bytes`, from its block sizes (RFC 8878, 3.1.1); undefined if the end is
 * not buffered.
 */
function frameLength(bytes: Buffer): number | undefined {
  const descriptor = bytes[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  let at = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + sizeBytes;
  for (;;) {
    if (at + 3 > bytes.length) return undefined;
    const header = bytes.readUIntLE(at, 3);
    const isRepeated = ((header >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : header >> 3);
    if ((header & 1) === 1) break;
  }
  const end = at + ((descriptor & 4) === 0 ? 0 : 4);
  return end <= bytes.length ? end : undefined;
}
