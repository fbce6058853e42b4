import type { FastifyReply } from 'fastify';

/** Fires when the client is gone before it has its answer: it would have no reader. */
export function disconnection(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
