import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { PartLimits } from './limits.ts';
import { PartStop } from './stop.ts';

const CHUNK_BYTES = 256 * 1024;
const gzip = Buffer.from([0x1f, 0x8b]);
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** What the decompressors say of data that is none of theirs, or cut off. */
const damage = /^(?:Z_|ZSTD_|ERR_ZSTD)/;

/**
 * The decompressed bytes of a part. Its own first bytes tell how it is packed: media types are often wrong.
 * @throws PartStop
 */
export async function* unpacked(path: string, limits: PartLimits): AsyncGenerator<Buffer> {
  const start = await readStart(path);
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const unpack = start.subarray(0, 2).equals(gzip)
    ? createGunzip({ chunkSize: CHUNK_BYTES })
    : start.equals(zstd)
      ? createZstdDecompress({ chunkSize: CHUNK_BYTES })
      : undefined;
  if (unpack) source.once('error', (error) => unpack.destroy(error));
  const deadline = performance.now() + limits.timeMs;
  let produced = 0;
  try {
    for await (const chunk of unpack ? source.pipe(unpack) : source) {
      produced += (chunk as Buffer).length;
      assertWithin(produced, source.bytesRead, deadline, limits);
      yield chunk as Buffer;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new PartStop('its compressed data is damaged or cut off', 'not an archive');
  } finally {
    source.destroy();
    unpack?.destroy();
  }
}

function assertWithin(produced: number, consumed: number, deadline: number, limits: PartLimits): void {
  if (produced > limits.maxTotalBytes)
    throw new PartStop(`it expands to more than ${limits.maxTotalBytes} bytes`, 'limit');
  if (produced > limits.ratioFloorBytes && produced > consumed * limits.maxRatio)
    throw new PartStop(`it expands to more than ${limits.maxRatio} times its size`, 'limit');
  if (performance.now() > deadline) throw new PartStop('it takes too long to read', 'limit');
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && damage.test(String(error.code));
}
