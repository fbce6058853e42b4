import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { refusal } from './refusal.ts';

const IN_MEMORY_BYTES = 8 * 1024 * 1024;

/** Random access to an archive; synchronous because it runs on a scanner's own thread. */
export interface ByteSource extends Disposable {
  size: number;
  /** Exactly `length` bytes. @throws DomainError `invalid_archive` beyond the end */
  read(offset: number, length: number): Buffer;
}

export function bufferSource(body: Buffer): ByteSource {
  return {
    size: body.length,
    read(offset, length) {
      assertInside(offset, length, body.length);
      return body.subarray(offset, offset + length);
    },
    [Symbol.dispose]() {},
  };
}

/** A part of another source, which remains the owner of its file. */
export function sliceSource(bytes: ByteSource, start: number, end: number): ByteSource {
  assertInside(start, end - start, bytes.size);
  return {
    size: end - start,
    read(offset, length) {
      assertInside(offset, length, end - start);
      return bytes.read(start + offset, length);
    },
    [Symbol.dispose]() {},
  };
}

/** Small files are read in one call: otherwise a zip causes hundreds of tiny reads. */
export function fileSource(path: string): ByteSource {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  if (size <= IN_MEMORY_BYTES) {
    const body = readFully(file, 0, size);
    closeSync(file);
    return bufferSource(body);
  }
  return {
    size,
    read(offset, length) {
      assertInside(offset, length, size);
      return readFully(file, offset, length);
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

function assertInside(offset: number, length: number, size: number): void {
  if (offset < 0 || length < 0 || offset + length > size)
    throw refusal('the zip archive points outside of itself');
}

function readFully(file: number, offset: number, length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, body, filled, length - filled, offset + filled);
    if (count === 0) throw new Error('an archive became shorter while it was being scanned');
    filled += count;
  }
  return body;
}
