import type { ByteSource } from '../byte-source.ts';

const bufferBytes = 256 * 1024;
const skipBytes = 64 * 1024;

/** Packed bytes end too early, or are invalid. */
export class Damaged extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Damaged';
  }
}

/** The decoder can't read these bytes: not enough memory, or an unknown method. */
export class Unsupported extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Unsupported';
  }
}

/** Decoders yield this occasionally while they have no output, so that their reader may stop them. */
export const nothing: Buffer = Buffer.alloc(0);

/** Decoders yield this after each member, frame, block or stream, so that empty ones can be counted. */
export const memberEnd: Buffer = Buffer.alloc(0);

/**
 * Bytes read from front to end, in pieces as small as a decoder needs. Reading blocks: use only on separate threads.
 */
export interface PackedSource {
  readonly size: number;
  /** The position of the next byte. */
  position(): number;
  isAtEnd(): boolean;
  /** The next byte. @throws Damaged at the end */
  byte(): number;
  /** A copy of the next bytes. @throws Damaged if there are fewer */
  take(length: number): Buffer;
  /** The next bytes without advancing; fewer at the end. Valid until the next read. */
  peek(length: number): Buffer;
  /** The buffered next bytes, at least one; undefined at the end. Valid until the next read. */
  some(): Buffer | undefined;
  /** Continues at another position. */
  seek(position: number): void;
}

/** The caller disposes of the bytes. */
export function sourceOf(bytes: ByteSource): PackedSource {
  const { size } = bytes;
  let buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, size));
  /** The file position of the buffer's first byte, and the number of filled and used bytes. */
  let origin = 0;
  let filled = 0;
  let used = 0;

  /** Buffers `length` bytes, if the source has enough. */
  function fill(length: number): void {
    if (length > buffer.length) buffer = Buffer.concat([buffer.subarray(used, filled)], length);
    else buffer.copyWithin(0, used, filled);
    origin += used;
    filled -= used;
    used = 0;
    const next = origin + filled;
    const count = Math.max(0, Math.min(buffer.length - filled, size - next));
    if (count > 0) filled += bytes.read(next, count).copy(buffer, filled);
  }

  function peek(length: number): Buffer {
    const isAllThere = origin + filled >= size;
    if (filled - used < length && !isAllThere) fill(length);
    return buffer.subarray(used, Math.min(filled, used + length));
  }

  return {
    size,
    position: () => origin + used,
    isAtEnd: () => peek(1).length === 0,
    byte() {
      if (used === filled) fill(1);
      if (used === filled) throw new Damaged('it is cut off');
      const value = buffer[used] ?? 0;
      used += 1;
      return value;
    },
    take(length) {
      const bytes = Buffer.from(peek(length));
      if (bytes.length < length) throw new Damaged('it is cut off');
      used += length;
      return bytes;
    },
    peek,
    some() {
      if (used === filled) fill(1);
      if (used === filled) return undefined;
      const bytes = buffer.subarray(used, filled);
      used = filled;
      return bytes;
    },
    seek(position) {
      const isAtHand = position >= origin && position <= origin + filled;
      if (!isAtHand) filled = 0;
      origin = isAtHand ? origin : position;
      used = isAtHand ? position - origin : 0;
    },
  };
}

/** Skips zero bytes. */
export function* skipZeros(source: PackedSource): Generator<Buffer> {
  for (let bytes = source.peek(skipBytes); bytes.length > 0; bytes = source.peek(skipBytes)) {
    const length = bytes.findIndex((byte) => byte !== 0);
    source.seek(source.position() + (length === -1 ? bytes.length : length));
    if (length !== -1) return;
    yield nothing;
  }
}
