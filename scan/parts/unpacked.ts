import { packingBytes, unpackerOf } from '../packed/packing.ts';
import { Damaged, openSource, type PackedSource, Unsupported } from '../packed/source.ts';
import type { PartLimits } from './limits.ts';
import { PartStop } from './stop.ts';

/**
 * The bytes of a part, unpacked once: that is what programs do that make images of them. Its own first bytes tell how it
 * is packed: media types are often wrong. @throws PartStop
 */
export async function* unpacked(path: string, limits: PartLimits): AsyncGenerator<Buffer> {
  using source = openSource(path);
  const unpack = unpackerOf(source.peek(packingBytes)) ?? asItIs;
  const deadline = performance.now() + limits.timeMs;
  let produced = 0;
  try {
    for await (const chunk of unpack(source, limits.maxWindowBytes)) {
      produced += chunk.length;
      assertWithin(produced, source.position(), deadline, limits);
      if (chunk.length > 0) yield chunk;
    }
  } catch (error) {
    throw asStop(error);
  }
  if (!source.isAtEnd())
    throw new PartStop('something else follows behind its compressed data', 'unreadable');
}

function* asItIs(source: PackedSource): Generator<Buffer> {
  for (let bytes = source.some(); bytes; bytes = source.some()) yield bytes;
}

function assertWithin(produced: number, consumed: number, deadline: number, limits: PartLimits): void {
  if (produced > limits.maxTotalBytes)
    throw new PartStop(`it expands to more than ${limits.maxTotalBytes} bytes`, 'limit');
  if (produced > limits.ratioFloorBytes && produced > consumed * limits.maxRatio)
    throw new PartStop(`it expands to more than ${limits.maxRatio} times its size`, 'limit');
  if (performance.now() > deadline) throw new PartStop('it takes too long to read', 'limit');
}

function asStop(error: unknown): unknown {
  if (error instanceof Damaged) return new PartStop(error.message, 'unreadable');
  if (error instanceof Unsupported) return new PartStop(error.message, 'limit');
  return error;
}
