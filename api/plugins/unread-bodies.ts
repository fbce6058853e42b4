import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { bodyLimits } from '../../domain/limits.ts';

/** How much of an unwanted body is discarded, and for how long, before the connection is closed. */
export interface UnreadLimits {
  bytes: number;
  milliseconds: number;
}

/** Enough for bytes in flight; a client that keeps sending loses its connection. */
const usualLimits: UnreadLimits = { bytes: bodyLimits.unread.bytes, milliseconds: 10_000 };

/**
 * Discards the rest of a body that was answered before it was read. Otherwise the client's next request on the
 * connection would wait for ever.
 */
export function registerUnreadBodies(app: FastifyInstance, limits = usualLimits): void {
  app.addHook('onError', (request, reply, _error, done) => {
    // the framework closes the connection after a refused body: a client that still sends would lose the answer
    const isClosing = reply.getHeader('connection') === 'close' && request.headers.connection !== 'close';
    if (isClosing) reply.header('connection', 'keep-alive');
    done();
  });
  const discardRest = createDiscarding(limits);
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    // our own requests (`inject`) have no connection
    if (!request.raw.complete && request.raw.socket instanceof Socket) discardRest(request.raw);
  });
}

/** The interval between checks of the received bytes: Node drops the rest of an unread body without an event. */
const lookEveryMs = 50;

/** Discards the rest of bodies; one timer checks all of them, and runs only while there are any. */
function createDiscarding(limits: UnreadLimits): (body: IncomingMessage) => void {
  const watched = new Map<IncomingMessage, { first: number; until: number }>();
  let ticker: NodeJS.Timeout | undefined;

  function look(): void {
    for (const [body, { first, until }] of watched) {
      const { socket } = body;
      const isTooMuch = socket.bytesRead - first > limits.bytes || performance.now() > until;
      const isOver = body.complete || socket.destroyed;
      if (isTooMuch && !isOver) socket.destroySoon();
      if (isTooMuch || isOver) watched.delete(body);
    }
    if (watched.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  return (body) => {
    const { socket } = body;
    if (body.destroyed) {
      socket.destroySoon();
      return;
    }
    watched.set(body, { first: socket.bytesRead, until: performance.now() + limits.milliseconds });
    ticker ??= setInterval(look, lookEveryMs).unref();
    body.on('error', () => undefined);
    body.resume();
  };
}
