import { scanLimits } from '../limits.ts';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { Damaged, memberEnd, type PackedSource, skipZeros } from './source.ts';
import { streamed } from './node-decompressor.ts';

const chunkSize = 256 * 1024;
const maxNameBytes = scanLimits['gzip name'].bytes;
const trailerBytes = 8;
/** Members up to these sizes are unpacked in one call: an archive of many members has one per file. */
const smallPackedBytes = [2 * 1024, 64 * 1024];
const smallUnpackedBytes = 4 * 1024 * 1024;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;

/**
 * The content of all concatenated gzip members, with zero bytes between them allowed. The runtime's own gzip reader
 * fails if other bytes follow. @throws Damaged
 */
export async function* gunzip(source: PackedSource): AsyncGenerator<Buffer> {
  do {
    skipHeader(source);
    const small = inflateSmall(source);
    if (small) yield small;
    else yield* streamed(source, createInflateRaw({ chunkSize }));
    source.take(trailerBytes);
    yield memberEnd;
    yield* skipZeros(source);
  } while (source.peek(2).equals(Buffer.from([0x1f, 0x8b])));
}

/** Undefined for large, incomplete or damaged data: the streaming decoder reads these until the fault. */
function inflateSmall(source: PackedSource): Buffer | undefined {
  for (const length of smallPackedBytes) {
    const packed = source.peek(length);
    const unpacked = inflateStart(packed);
    if (unpacked !== 'cut off') {
      if (unpacked) source.seek(source.position() + unpacked.consumed);
      return unpacked?.bytes;
    }
    if (packed.length < length) return undefined;
  }
  return undefined;
}

function inflateStart(packed: Buffer): { bytes: Buffer; consumed: number } | 'cut off' | undefined {
  try {
    const options = { maxOutputLength: smallUnpackedBytes, info: true };
    const { buffer, engine } = inflateRawSync(packed, options) as unknown as Inflated;
    return { bytes: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR' ? 'cut off' : undefined;
  }
}

/** The runtime's result with the option `info`. */
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function skipHeader(source: PackedSource): void {
  const header = source.take(10);
  const flags = header[3] ?? 0;
  if (header[2] !== 8 || (flags & 0xe0) !== 0) throw new Damaged('it has a header that is none');
  if ((flags & flag.extra) !== 0) source.take(source.take(2).readUInt16LE(0));
  if ((flags & flag.name) !== 0) skipName(source);
  if ((flags & flag.comment) !== 0) skipName(source);
  if ((flags & flag.headerCrc) !== 0) source.take(2);
}

function skipName(source: PackedSource): void {
  for (let length = 0; source.byte() !== 0; length += 1) {
    if (length > maxNameBytes) throw new Damaged('it has a header that does not end');
  }
}
