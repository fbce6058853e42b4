import { createReadStream } from 'node:fs';
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { refusal } from './refusal.ts';

const CHUNK_BYTES = 128 * 1024;

/** A byte range of a file, `end` exclusive. */
export interface FileRange {
  path: string;
  start: number;
  end: number;
}

export interface Inflation {
  /** Compressed bytes used so far; exact once `chunks` is exhausted. */
  consumed(): number;
  chunks: AsyncIterable<Buffer>;
}

/** Inflates one raw deflate stream. Leaving the loop early stops the decoder. Damaged data is `invalid_archive`. */
export function inflateFile(range: FileRange): Inflation {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  return { consumed: () => inflate.bytesWritten, chunks: chunks() };

  async function* chunks(): AsyncGenerator<Buffer> {
    const source = createReadStream(range.path, {
      start: range.start,
      end: range.end - 1,
      highWaterMark: CHUNK_BYTES,
    });
    source.once('error', (error) => inflate.destroy(error));
    try {
      for await (const chunk of source.pipe(inflate)) yield chunk;
    } catch (error) {
      throw asRefusal(error);
    } finally {
      source.destroy();
      inflate.destroy();
    }
  }
}

/** The inflated bytes; undefined if they would exceed `maxBytes`. @throws DomainError for damaged data */
export function inflateUpTo(
  compressed: Buffer,
  maxBytes: number,
): { bytes: Buffer; consumed: number } | undefined {
  try {
    const result: unknown = inflateRawSync(compressed, {
      info: true,
      maxOutputLength: Math.max(maxBytes, 1),
      finishFlush: constants.Z_FINISH,
    });
    // The typings lack the shape that `info: true` returns.
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
    return buffer.length > maxBytes ? undefined : { bytes: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw asRefusal(error);
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function asRefusal(error: unknown): unknown {
  return errorCode(error).startsWith('Z_')
    ? refusal('the compressed data is damaged or cut off', error)
    : error;
}
