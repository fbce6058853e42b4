import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Requests that wait behind a running one. Current clients send no second request before the first answer. */
const maxWaiting = 16;

/**
 * Requests that a client sends without waiting for answers are handled one after the other, in the order of their answers:
 * Node alone would start all of them, thousands on one connection. A client with more waiting requests than the limit loses
 * its connection.
 */
export function registerPipelinedRequests(app: FastifyInstance): void {
  // those behind the running one; a connection without any has no list
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
