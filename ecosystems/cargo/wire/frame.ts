import { Readable } from 'node:stream';
import { createCollector } from '../../../domain/byte-collector.ts';
import { DomainError } from '../../../domain/errors.ts';

/** Reads a publish body: two blocks, each behind its length in four little-endian bytes. */
export interface FrameReader {
  /** A whole block in memory; `take` gets its size before it is read. @throws DomainError `bad_request`, `too_large` */
  block(maxBytes: number, take?: (bytes: number) => void): Promise<Buffer>;
  /** The last block as a stream of exactly its length; it fails with `bad_request` on a short or long body. */
  lastBlock(maxBytes: number): Promise<{ length: number; stream: Readable }>;
  /** The error of the body, if any: a store may wrap the error of the stream. */
  failure(): DomainError | undefined;
  /** Reads and drops the rest of the body, so that the client reads an early answer. */
  drain(): Promise<void>;
}

export function openFrames(source: AsyncIterable<Buffer>): FrameReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let failed: DomainError | undefined;

  async function pull(): Promise<Buffer | undefined> {
    const next = await chunks.next();
    return next.done === true ? undefined : next.value;
  }

  async function take(size: number): Promise<Buffer> {
    const taken = createCollector(size);
    while (taken.size < size) {
      if (rest.length === 0) {
        const chunk = await pull();
        if (chunk === undefined) throw refuse('the body ends too early');
        rest = chunk;
      }
      const part = rest.subarray(0, size - taken.size);
      rest = rest.subarray(part.length);
      taken.push(part);
    }
    return taken.bytes();
  }

  async function takeLength(maxBytes: number): Promise<number> {
    const length = (await take(4)).readUInt32LE(0);
    if (length > maxBytes) throw new DomainError('too_large', `a part of the body exceeds ${maxBytes} bytes`);
    return length;
  }

  async function* exactly(length: number): AsyncGenerator<Buffer> {
    let missing = length;
    let chunk: Buffer | undefined = rest;
    rest = Buffer.alloc(0);
    while (chunk !== undefined) {
      if (chunk.length > missing) throw refuse('there are bytes after the end of the crate');
      missing -= chunk.length;
      if (chunk.length > 0) yield chunk;
      chunk = await pull();
    }
    if (missing > 0) throw refuse('the body ends too early');
  }

  function refuse(detail: string): DomainError {
    failed = new DomainError('bad_request', detail);
    return failed;
  }

  return {
    async block(maxBytes, hold) {
      const length = await takeLength(maxBytes);
      hold?.(length);
      return take(length);
    },
    async lastBlock(maxBytes) {
      const length = await takeLength(maxBytes);
      return { length, stream: Readable.from(exactly(length), { objectMode: false }) };
    },
    failure: () => failed,
    async drain() {
      while ((await pull()) !== undefined);
    },
  };
}
