import type { Transform } from 'node:stream';
import { Readable } from 'node:stream';
import { Damaged, type PackedSource, Unsupported } from './source.ts';

/** A decompressor of the runtime. It ends with its member, and reports the number of input bytes used. */
type Decompressor = Transform & { bytesWritten: number };

/** Error codes for invalid or incomplete data. */
const damage = /^(?:Z_|ZSTD_|ERR_ZSTD)/;
const tooLarge = 'ZSTD_error_frameParameter_windowTooLarge';
const unknownDictionary = 'ZSTD_error_dictionary_wrong';

/**
 * Unpacks one member from the current position of the source, and leaves the source after it. @throws Damaged,
 * Unsupported
 */
export async function* streamed(source: PackedSource, decompressor: Decompressor): AsyncGenerator<Buffer> {
  const begin = source.position();
  const packed = Readable.from(rest(source), { objectMode: false });
  try {
    for await (const chunk of packed.pipe(decompressor)) yield chunk as Buffer;
  } catch (error) {
    throw asOurs(error);
  } finally {
    packed.destroy();
    decompressor.destroy();
  }
  source.seek(begin + decompressor.bytesWritten);
}

/** Copies the input, because a decompressor may use it later. */
function* rest(source: PackedSource): Generator<Buffer> {
  for (let bytes = source.some(); bytes; bytes = source.some()) yield Buffer.from(bytes);
}

export function asOurs(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === tooLarge) return new Unsupported('it needs more memory than it gets here');
  if (code === unknownDictionary) return new Unsupported('it needs a dictionary that is not here');
  return damage.test(code) ? new Damaged('its compressed data is damaged or cut off') : error;
}
