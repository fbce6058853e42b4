import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What depends on who asks. 304 for who has it already, by its tag. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const { text, etag } = textOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(text);
}

const texts = new WeakMap<object, { text: Buffer; etag: string }>();

/** Of one that is sent again it is known. */
function textOf(body: object): { text: Buffer; etag: string } {
  const known = texts.get(body);
  if (known) return known;
  const text = Buffer.from(JSON.stringify(body));
  const made = { text, etag: `"${createHash('sha256').update(text).digest('hex')}"` };
  texts.set(body, made);
  return made;
}

/** Both named: what the framework adds for HEAD forgets how long the answer is. */
export const reads: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];
