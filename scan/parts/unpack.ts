import { packingBytes, unpackerOf } from '../packed/detect-packing.ts';
import { Damaged, memberEnd, type PackedSource, sourceOf, Unsupported } from '../packed/source.ts';
import type { ByteSource } from '../byte-source.ts';
import type { PartLimits } from './limits.ts';
import { PartStop } from './part-stop.ts';

/**
 * The bytes of a part, unpacked once, as programs that create images from parts do. Its first bytes determine the
 * packing: media types are often wrong. @throws PartStop
 */
export async function* unpacked(bytes: ByteSource, limits: PartLimits): AsyncGenerator<Buffer> {
  const source = sourceOf(bytes);
  const unpack = unpackerOf(source.peek(packingBytes)) ?? asItIs;
  const deadline = performance.now() + limits.timeMs;
  const assertUseful = memberCounter(limits);
  let produced = 0;
  try {
    for await (const chunk of unpack(source, limits.maxWindowBytes)) {
      produced += chunk.length;
      assertUseful(chunk, produced);
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

/**
 * Limits the number of members. Archives with many members have one per file, or per piece of a file. Empty members
 * only waste a reader's time.
 */
function memberCounter(limits: PartLimits): (chunk: Buffer, produced: number) => void {
  let members = 0;
  let empty = 0;
  return (chunk, produced) => {
    if (chunk.length > 0) empty = 0;
    if (chunk !== memberEnd) return;
    members += 1;
    empty += 1;
    const isUseful = members <= limits.memberFloor || produced >= members * limits.minMemberBytes;
    // the end mark of a member with content counts, too
    if (empty > limits.maxEmptyMembers + 1 || members > limits.maxMembers || !isUseful)
      throw new PartStop(
        'it consists of too many compressed pieces with little or nothing in them',
        'hidden',
      );
  };
}

/** Converts errors of decoders to the end of a part. */
export function asStop(error: unknown): unknown {
  if (error instanceof Damaged) return new PartStop(error.message, 'unreadable');
  if (error instanceof Unsupported) return new PartStop(error.message, 'unsupported');
  return error;
}
