import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection of a client that reads nothing of its answer for `idleMs`, which would keep its bytes
 * in memory for ever. Node starts the time anew with every byte that leaves, and ends it with the answer.
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
