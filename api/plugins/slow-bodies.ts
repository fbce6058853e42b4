import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface BodyPace {
  /** The longest time without a new byte. */
  idleMs: number;
  /** The average over a window; 0: no minimum. */
  minBytesPerSecond: number;
  windowMs?: number;
}

const usualWindowMs = 60_000;
/** Checks per limit: a slow body is detected late by at most this fraction of the limit. */
const looksPerLimit = 8;

/**
 * Closes the connection of a body without a new byte for `idleMs`, or slower than any real network; its reader gets
 * an error. A body above the minimum rate has no time limit.
 */
export function registerSlowBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (!hasBody(request.raw)) return;
    watch(request.raw, pace, (reason) =>
      request.log.info({ url: request.routeOptions.url, reason }, 'body given up'),
    );
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(
  body: IncomingMessage,
  { idleMs, minBytesPerSecond, windowMs = usualWindowMs }: BodyPace,
  onGivenUp: (reason: 'silent' | 'slow') => void,
): void {
  const { socket } = body;
  let bytes = socket.bytesRead;
  let movedAt = Date.now();
  let window = { bytes, openedAt: movedAt };

  const look = () => {
    if (body.complete || socket.destroyed) return clearInterval(timer);
    const now = Date.now();
    const isOurs = body.readableLength > 0;
    if (isOurs || socket.bytesRead !== bytes) movedAt = now;
    bytes = socket.bytesRead;
    // bytes that the handler has not read yet do not count as the client's silence
    if (isOurs) window = { bytes, openedAt: now };
    if (now - movedAt >= idleMs) return giveUp('silent');
    const elapsedMs = now - window.openedAt;
    if (elapsedMs < windowMs) return;
    if (bytes - window.bytes < (minBytesPerSecond * elapsedMs) / 1_000) return giveUp('slow');
    window = { bytes, openedAt: now };
  };
  const giveUp = (reason: 'silent' | 'slow') => {
    clearInterval(timer);
    onGivenUp(reason);
    socket.destroy();
  };
  const timer = setInterval(look, Math.min(idleMs, windowMs) / looksPerLimit);
  timer.unref();
  body.once('close', () => clearInterval(timer));
}
