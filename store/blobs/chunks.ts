import type { Readable } from 'node:stream';
import { discard } from './body.ts';

/**
 * Passes every chunk of `body` to `take` in order. Returns why the body ended early, or null. If `take` fails, the
 * rest of the body is read to its end: destroying an HTTP request would cut the connection before the client could
 * read the answer.
 */
export async function eachChunk(
  body: Readable,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<Error | null> {
  const chunks = body.iterator({ destroyOnReturn: false });
  for (;;) {
    let next: IteratorResult<Buffer | string>;
    try {
      next = await chunks.next();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    if (next.done === true) return null;
    try {
      const waiting = take(typeof next.value === 'string' ? Buffer.from(next.value) : next.value);
      if (waiting !== undefined) await waiting;
    } catch (error) {
      await chunks.return?.();
      discard(body);
      throw error;
    }
  }
}
