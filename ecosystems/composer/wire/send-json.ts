import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What depends on who asks. 304 for who has it already. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(Buffer.from(text));
}

/** Both named: what the framework adds for HEAD forgets how long the answer is. */
export const reads: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];
