import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much of a body that nobody wanted is thrown away before the connection is given up, in bytes. */
const maxUnread = 16 * 1024 * 1024;

/**
 * An answer may be ready before the body has been read. What is left of it has to leave the connection:
 * behind it the client's next request would wait for ever.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    if (!request.raw.complete) discardRest(request.raw);
  });
}

function discardRest(body: IncomingMessage): void {
  if (body.destroyed) {
    body.socket.destroySoon();
    return;
  }
  let size = 0;
  body.on('error', () => undefined);
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxUnread) body.socket.destroySoon();
  });
  body.resume();
}
