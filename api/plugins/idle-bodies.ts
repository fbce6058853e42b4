import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How often within the limit somebody looks: a body is given up at most this part of the limit late. */
const looksPerLimit = 8;

/**
 * Gives up a body of which no byte has come for `idleMs`: its connection is closed, and whoever reads it learns
 * that it broke off. Slow bodies may take as long as they like.
 */
export function registerIdleBodies(app: FastifyInstance, idleMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (!hasBody(request.raw)) return;
    watch(request.raw, idleMs, () => request.log.info({ url: request.routeOptions.url }, 'body given up'));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(body: IncomingMessage, idleMs: number, onGivenUp: () => void): void {
  const { socket } = body;
  let bytes = socket.bytesRead;
  let movedAt = Date.now();
  const timer = setInterval(() => {
    if (body.complete || socket.destroyed) return clearInterval(timer);
    // bytes that nobody has taken yet are not the client's silence
    if (socket.bytesRead !== bytes || body.readableLength > 0) {
      bytes = socket.bytesRead;
      movedAt = Date.now();
      return;
    }
    if (Date.now() - movedAt < idleMs) return;
    clearInterval(timer);
    onGivenUp();
    socket.destroy();
  }, idleMs / looksPerLimit);
  timer.unref();
  body.once('close', () => clearInterval(timer));
}
