import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';

/**
 * Streams `body` through `write` and returns its size in bytes. A failure of the body is thrown unchanged, a failure
 * of the store through `translate`. After a failure of the store, the body is read to its end instead of destroyed:
 * destroying an HTTP request would cut the connection before the client could read the answer.
 */
export async function pour(
  body: Readable,
  write: (chunks: AsyncGenerator<Buffer>) => Promise<unknown>,
  translate: (error: unknown) => unknown,
): Promise<number> {
  let sizeBytes = 0;
  let bodyFailure: { error: unknown } | undefined;

  async function* measured(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        sizeBytes += bytes.length;
        yield bytes;
      }
    } catch (error) {
      bodyFailure = { error };
      throw error;
    }
  }

  try {
    await write(measured());
  } catch (error) {
    discard(body);
    throw bodyFailure === undefined ? translate(error) : bodyFailure.error;
  }
  return sizeBytes;
}

/** Discards an unwanted body and ignores its errors. */
export function discard(body: Readable | Buffer): void {
  if (Buffer.isBuffer(body)) return;
  body.on('error', () => undefined);
  body.resume();
}

export const storeFull = (cause: unknown) =>
  new DomainError('overloaded', 'the file store has no space left', {}, cause);

export const storeUnreachable = (cause: unknown) =>
  new DomainError('overloaded', 'the file store does not answer', {}, cause);

export const outsideRange = () => new DomainError('bad_request', 'the range lies outside the file');
