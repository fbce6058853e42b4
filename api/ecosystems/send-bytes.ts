import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/**
 * The system accepts megabytes of an answer at once and copies them: hundreds of answers would block all other work.
 */
const maxWriteBytes = 256 * 1024;

/** Sends bytes from memory; a large body in pieces, between which other requests have their turn. */
export function sendBytes(reply: FastifyReply, body: Buffer | string): FastifyReply {
  if (typeof body === 'string' || body.length <= maxWriteBytes || reply.request.method === 'HEAD') {
    return reply.send(body);
  }
  reply.header('content-length', body.length);
  // without this limit the stream would buffer several pieces and write them at once
  return reply.send(Readable.from(piecesOf(body), { objectMode: false, highWaterMark: 1 }));
}

async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += maxWriteBytes) {
    if (at > 0) await setImmediate();
    yield body.subarray(at, at + maxWriteBytes);
  }
}
