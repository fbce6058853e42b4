import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Requests that wait behind one in work. Clients of today send no second before they have the first answer. */
const maxWaiting = 16;

/**
 * Requests that a client sends without waiting for answers are worked on one after the other, as they are answered:
 * Node starts them all, and one connection would have thousands of them in work. Who sends more than may wait loses the
 * connection.
 */
export function registerPipelinedRequests(app: FastifyInstance): void {
  // those behind the one in work; a connection without any has no list
  const lines = new WeakMap<Socket, (() => void)[]>();

  function begin(socket: Socket, reply: FastifyReply, done: () => void): void {
    reply.raw.once('close', () => {
      const next = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (next) next();
      else lines.delete(socket);
    });
    done();
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin(socket, reply, done);
    } else if (line.length < maxWaiting && !socket.destroyed) {
      line.push(() => begin(socket, reply, done));
    } else {
      // the rest of the bytes that have been read already comes by here as well
      reply.hijack();
      if (!socket.destroyed) request.log.info('too many requests at once on one connection');
      socket.destroy();
    }
  });
}
