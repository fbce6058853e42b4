import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Set on requests whose client waits for `100 Continue` before it sends the body (RFC 9110 10.1.1). */
const waits = Symbol('waits for 100 Continue');
type Waiting = IncomingMessage & { [waits]?: boolean };

/**
 * Sends `100 Continue` only after the first hooks of a request have passed, so that the client never sends a body
 * that is refused by its headers alone.
 */
export function registerExpectedBodies(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: Waiting, response: ServerResponse) => {
    request[waits] = true;
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const raw: Waiting = request.raw;
    if (raw[waits] === true) reply.raw.writeContinue();
    raw[waits] = false;
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // some clients still send the body, some do not: its bytes could not be distinguished from the next request
    const raw: Waiting = request.raw;
    if (raw[waits] === true) reply.header('connection', 'close');
    done(null, payload);
  });
}
