import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface BodyPace {
  /** Longest silence. */
  idleMs: number;
  /** Averaged over a window; 0: any. */
  minBytesPerSecond: number;
  windowMs?: number;
}

const usualWindowMs = 60_000;
/** Checks per limit: a body is given up at most this fraction of the limit late. */
const looksPerLimit = 8;

/**
 * Gives up a body without a new byte for `idleMs`, and one that comes more slowly than any network is: its
 * connection is closed, and its reader gets an error. A body that is merely slow may take as long
 * as it likes.
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
    // bytes that the handler has not read yet are not the client's silence
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
