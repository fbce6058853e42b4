import { DomainError } from './errors.ts';

const firstBytes = 16 * 1024;

/** Collects a body in pieces. A million pieces of one byte cost no more memory than one piece of a million bytes. */
export interface ByteCollector {
  readonly size: number;
  /** Keeps a copy. @throws DomainError `too_large` */
  push(chunk: Uint8Array): void;
  /** All bytes, at the end; afterwards the caller owns the result. */
  bytes(): Buffer<ArrayBuffer>;
}

export function createCollector(maxBytes: number, what = 'the body'): ByteCollector {
  let held = new Uint8Array(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(chunk) {
      const needed = size + chunk.length;
      if (needed > maxBytes) throw new DomainError('too_large', `${what} is larger than ${maxBytes} bytes`);
      if (needed > held.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(firstBytes, needed, 2 * held.length)));
        larger.set(held.subarray(0, size));
        held = larger;
      }
      held.set(chunk, size);
      size = needed;
    },
    bytes: () => Buffer.from(held.buffer.transfer(size)),
  };
}
