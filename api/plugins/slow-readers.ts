import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection of a client that reads nothing of its answer for `idleMs`, which would keep the answer's
 * bytes in memory. Node restarts the timer with every sent byte, and stops it at the end of the answer.
 */
export function registerSlowReaders(app: FastifyInstance, idleMs: number): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(idleMs, () => {
      request.log.info({ url: request.routeOptions.url }, 'answer given up');
      request.raw.socket.destroy();
    });
    done();
  });
}
