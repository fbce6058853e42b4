import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects before it has its answer. */
export function disconnection(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
