import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

const wellFormed = /^[\w.:/+=-]{1,128}$/;

/** Ranges behind the names that may stand for addresses in the configuration. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Fastify's `genReqId`: the id a trusted proxy gave the request, else a new one. Others could forge ids
 * to confuse whoever reads the logs.
 */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return () => randomUUID();
  const trusted = new BlockList();
  for (const range of trustedProxies.flatMap((entry) => namedRanges[entry] ?? [entry])) {
    const [address = '', prefix] = range.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (request) => {
    const given = request.headers['x-request-id'];
    const peer = request.socket.remoteAddress ?? '';
    const isTrusted = peer !== '' && trusted.check(peer, familyOf(peer));
    return isTrusted && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Every answer names its request. */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
