import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { trustProxies } from './trusted-proxies.ts';

const wellFormed = /^[\w.:/+=-]{1,128}$/;

/**
 * Fastify's `genReqId`: the id from a trusted proxy, else a new one. Other clients could forge ids to confuse readers
 * of logs.
 */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustProxies(trustedProxies);
  return (request) => {
    const given = request.headers['x-request-id'];
    const isGiven = typeof given === 'string' && isTrusted(request.socket.remoteAddress);
    return isGiven && wellFormed.test(given) ? given : randomUUID();
  };
}

/** Every answer names its request. */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
