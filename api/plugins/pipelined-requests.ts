import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Requests that wait behind a running one. Current clients send no second request before the first answer. */
const maxWaiting = 16;

/**
 * Handles the pipelined requests of a connection one after the other, in the order of their answers: Node alone would
 * start all of them, thousands on one connection. A client with more waiting requests than the limit loses its
 * connection.
 */
export function registerPipelinedRequests(app: FastifyInstance): void {
  // requests behind the running one; a connection without a running request has no entry
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
      // requests from bytes that are already read still arrive here after the socket is destroyed
      reply.hijack();
      if (!socket.destroyed) request.log.info('too many requests at once on one connection');
      socket.destroy();
    }
  });
}
