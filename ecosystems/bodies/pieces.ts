import type { Readable } from 'node:stream';

/** A body that is being read; it stays open, as the client still has to read the answer. */
export interface Pieces {
  /** Resolves after the last piece is used. Rejects with errors of `use`, and when the body breaks off. */
  all: Promise<void>;
  /** Removes the data listener and pauses the body; also called after its end. */
  stop(): void;
}

/**
 * Passes a body to `use`, piece by piece; while a promise of `use` is pending, no other piece is passed. Events
 * instead of an iterator, because a loop cannot leave an iterator that waits for a piece.
 */
export function eachPiece(body: Readable, use: (chunk: Buffer) => void | Promise<void>): Pieces {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isStopped = false;
  let last: Promise<void> | undefined;
  const stop = () => {
    isStopped = true;
    body.off('data', onData);
    body.pause();
  };
  const fail = (error: unknown) => {
    stop();
    reject(error);
  };
  const onData = (chunk: Buffer) => {
    try {
      const used = use(chunk);
      if (used === undefined) return;
      body.pause();
      last = used.then(() => {
        if (!isStopped) body.resume();
      }, fail);
    } catch (error) {
      fail(error);
    }
  };
  const onClose = () => {
    if (!body.readableEnded) reject(body.errored ?? new Error('the body ended before it was complete'));
  };
  body.on('error', reject);
  // the body may end while the last piece is still in use
  body.once('end', () => void (last ?? Promise.resolve()).then(resolve));
  body.once('close', onClose);
  if (body.readableEnded) resolve();
  else if (body.destroyed) onClose();
  else body.on('data', onData).resume();
  return { all: promise, stop };
}
