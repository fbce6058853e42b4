import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { bodyLimits } from '../../domain/limits.ts';

/** How much of a body that nobody wanted is thrown away, and for how long, before the connection is given up. */
export interface UnreadLimits {
  bytes: number;
  milliseconds: number;
}

/** Enough for what is on its way already; a client that goes on regardless gains nothing by it. */
const usualLimits: UnreadLimits = { bytes: bodyLimits.unread.bytes, milliseconds: 10_000 };

/**
 * An answer may be ready before the body has been read. What is left of it has to leave the connection:
 * behind it the client's next request would wait for ever.
 */
export function registerUnreadBodies(app: FastifyInstance, limits = usualLimits): void {
  app.addHook('onError', (request, reply, _error, done) => {
    // the framework closes behind a refused body: while that still arrives, it would cost the client the answer
    const isClosing = reply.getHeader('connection') === 'close' && request.headers.connection !== 'close';
    if (isClosing) reply.header('connection', 'keep-alive');
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    if (!request.raw.complete) discardRest(request.raw, limits);
  });
}

function discardRest(body: IncomingMessage, limits: UnreadLimits): void {
  if (body.destroyed) {
    body.socket.destroySoon();
    return;
  }
  let size = 0;
  const giveUp = setTimeout(() => body.socket.destroySoon(), limits.milliseconds);
  giveUp.unref();
  body.once('close', () => clearTimeout(giveUp));
  body.on('error', () => undefined);
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limits.bytes) return;
    // what still comes while the answer leaves is not read either
    body.pause();
    body.socket.destroySoon();
  });
  body.resume();
}
